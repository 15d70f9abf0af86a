// The live view as a browser sees it: what the server sends, what it must not send, and that it never delays
// a run.
#include "scree/io/view/live_server.hpp"

#include "scree/io/encode/packing.hpp"
#include "scree/io/view/recording.hpp"
#include "support/small_world.hpp"
#include "support/support.hpp"

#include <arpa/inet.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <future>

namespace scree {
namespace {

int connect_to(int port) {
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET, address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  return connection;
}

struct Reply {
  int status = 0;
  std::string head, body;
};

/// Sends a request and returns the reply. Gives up after `seconds` if this number is positive.
Reply ask(int port, const std::string& path, const std::string& method = "GET", int seconds = 0) {
  const int connection = connect_to(port);
  const timeval limit{seconds, 0};
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  const std::string request = method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  EXPECT_EQ(send(connection, request.data(), request.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(request.size()));
  std::string all;
  char buffer[4096];
  for (ssize_t n = 0; (n = recv(connection, buffer, sizeof buffer, 0)) > 0;)
    all.append(buffer, static_cast<std::size_t>(n));
  close(connection);
  Reply reply;
  const std::size_t end = all.find("\r\n\r\n");
  if (end == std::string::npos) return reply;
  reply.head = all.substr(0, end), reply.body = all.substr(end + 4);
  reply.status = std::stoi(all.substr(all.find(' ')));
  return reply;
}

std::uint32_t number_at(const std::string& bytes, std::size_t at) {
  std::uint32_t n = 0;
  for (unsigned k = 0; k < 4; ++k)
    n |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes.at(at + k))) << 8 * k;
  return n;
}

class Live : public testing::Test {
 protected:
  void SetUp() override { test::use_one_thread(); }
  void add(LiveServer& server) {
    server.add(view_frame(world), view_walls(world));
    test::run(world, 10);
  }
  World world = test::small_world(20);
};

TEST_F(Live, GivesThePageAndTheFrames) {
  LiveServer server(view_cast(world), "my <run>");
  const std::string root = "/" + server.token() + "/";
  const Reply page = ask(server.port(), root);
  EXPECT_EQ(page.status, 200);
  EXPECT_NE(page.head.find("text/html"), std::string::npos);
  EXPECT_NE(page.body.find("<title>my &lt;run&gt;</title>"), std::string::npos);
  EXPECT_NE(page.body.find("data-live=\"" + root + "\""), std::string::npos);
  add(server);
  add(server);
  const ViewFrame second = view_frame(world);
  add(server);
  const Reply first = ask(server.port(), root + "frame?after=-1");
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(number_at(first.body, 0), 0U);
  const Reply third = ask(server.port(), root + "frame?after=1");
  EXPECT_EQ(number_at(third.body, 0), 2U);
  const DecodedBlock block = decode_block(third.body.substr(16, number_at(third.body, 4)), "frame");
  ASSERT_EQ(block.frames.size(), 1U);
  ASSERT_EQ(block.frames[0].bodies.size(), second.bodies.size());
  EXPECT_LT(length(block.frames[0].bodies[7].pose.position - second.bodies[7].pose.position), 1e-4);
  EXPECT_EQ(block.wall_poses[0].size(), 5U);
  EXPECT_EQ(third.body.size(),
            16U + number_at(third.body, 4) + number_at(third.body, 8) + number_at(third.body, 12));
}

TEST_F(Live, OtherRequestsAreRefused) {
  LiveServer server(view_cast(world), "run");
  add(server);
  const std::string root = "/" + server.token() + "/";
  std::string other = root;
  other[5] = other[5] == 'a' ? 'b' : 'a';
  for (const std::string& path :
       {std::string("/"), std::string("/frame?after=-1"), other, other + "frame?after=-1", root.substr(0, 33),
        root.substr(0, 32) + "/", std::string("//"), "/.." + root, std::string("/etc/passwd")}) {
    const Reply reply = ask(server.port(), path);
    EXPECT_EQ(reply.status, 403) << path;
    EXPECT_EQ(reply.body.find(server.token()), std::string::npos) << "the token is revealed";
  }
  for (const char* path : {"../scene.toml", "../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "scene.toml",
                           "frames/", "frame", "frame?after", "//etc/passwd", "index.html"})
    EXPECT_EQ(ask(server.port(), root + path).status, 404) << path;
  EXPECT_EQ(ask(server.port(), root + "frame?after=x").status, 400);
  EXPECT_EQ(ask(server.port(), root, "POST").status, 405);
  EXPECT_EQ(ask(server.port(), root + " /etc/passwd").status, 404);
  // Each server has its own token, and the token is long.
  const LiveServer again(view_cast(world), "run");
  EXPECT_NE(server.token(), again.token());
  EXPECT_EQ(server.token().size(), 32U);
}

TEST_F(Live, ListensOnLoopbackOnly) {
  LiveServer server(view_cast(world), "run");
  EXPECT_EQ(server.address().rfind("http://127.0.0.1:", 0), 0U);
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};  // every address 127.x is this machine, but the server listens at only one
  address.sin_family = AF_INET, address.sin_port = htons(static_cast<std::uint16_t>(server.port()));
  inet_pton(AF_INET, "127.0.0.2", &address.sin_addr);
  EXPECT_NE(connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  close(connection);
  EXPECT_ERROR(LiveServer(view_cast(world), "run", server.port()), "of 127.0.0.1 cannot be used");
}

TEST_F(Live, ASlowBrowserDelaysNobody) {
  LiveServer server(view_cast(world), "run");
  const int lazy = connect_to(server.port());  // a client that neither sends nor reads
  const std::string root = "/" + server.token() + "/";
  const ViewFrame frame = view_frame(world);
  for (int k = 0; k < 500; ++k)
    server.add(frame, {});  // this would never end if the server waited for the browser
  // The server has dropped the old frames, because its queue is bounded.
  EXPECT_EQ(number_at(ask(server.port(), root + "frame?after=3").body, 0), 500U - LiveServer::queue_length);
  close(lazy);
}

TEST_F(Live, WaitsForAFrameAndSaysWhenTheRunIsOver) {
  auto server = std::make_unique<LiveServer>(view_cast(world), "run");
  const int port = server->port();
  const std::string root = "/" + server->token() + "/";
  auto waiting = std::async(std::launch::async, [&] { return ask(port, root + "frame?after=-1"); });
  EXPECT_EQ(waiting.wait_for(std::chrono::milliseconds(150)), std::future_status::timeout);
  add(*server);
  EXPECT_EQ(waiting.get().status, 200);
  auto last = std::async(std::launch::async, [&] { return ask(port, root + "frame?after=0"); });
  EXPECT_EQ(last.wait_for(std::chrono::milliseconds(150)), std::future_status::timeout);
  server.reset();
  EXPECT_EQ(last.get().status, 204);
}

TEST_F(Live, MalformedRequestsAreSurvived) {
  LiveServer server(view_cast(world), "run");
  for (const std::string& text : {std::string("\r\n\r\n"), std::string(20000, 'x'),
                                  std::string("GET\r\n\r\n"), std::string("\0\0\r\n\r\n", 6)}) {
    const int connection = connect_to(server.port());
    send(connection, text.data(), text.size(), MSG_NOSIGNAL);
    char buffer[256];
    recv(connection, buffer, sizeof buffer, 0);
    close(connection);
  }
  EXPECT_EQ(ask(server.port(), "/" + server.token() + "/").status, 200);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
constexpr bool sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool sanitized = false;
#endif

/// Returns the resident memory of this process in megabytes.
double resident_megabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::stod(line.substr(6)) / 1024;
  return 0;
}

std::ptrdiff_t thread_count() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Returns the number of times that this thread has slept because it had to wait.
long waits_of_this_thread() {
  rusage used{};
  getrusage(RUSAGE_THREAD, &used);
  return used.ru_nvcsw;
}

/// Opens 600 connections that send one byte, and 100 that request the page and frames and never read
/// the replies.
class Attack {
 public:
  explicit Attack(const LiveServer& server) {
    const std::string root = "/" + server.token() + "/";
    for (int k = 0; k < 700; ++k) {
      connections_.push_back(connect_to(server.port()));
      const std::string text =
          k % 7 != 6 ? "G"
                     : "GET " + root + (k % 2 == 0 ? "" : "frame?after=-1") + " HTTP/1.1\r\nHost: a\r\n\r\n";
      EXPECT_EQ(send(connections_.back(), text.data(), text.size(), MSG_NOSIGNAL),
                static_cast<ssize_t>(text.size()));
    }
  }
  ~Attack() {
    for (const int c : connections_) close(c);
  }
  Attack(const Attack&) = delete;
  Attack& operator=(const Attack&) = delete;

  /// Returns the number of connections that the server has not closed.
  int open() const {
    int n = 0;
    for (const int c : connections_) {
      char byte = 0;
      const ssize_t got = recv(c, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
      n += got > 0 || (got < 0 && errno == EAGAIN) ? 1 : 0;
    }
    return n;
  }

 private:
  std::vector<int> connections_;
};

class LiveUnderAttack : public Live {
 protected:
  void SetUp() override {
    Live::SetUp();
    getrlimit(RLIMIT_NOFILE, &files_);
    rlimit more = files_;  // this process owns both ends of the connections
    more.rlim_cur = std::min<rlim_t>(files_.rlim_max, 4096);
    ASSERT_GE(more.rlim_cur, 2048U) << "the test needs two descriptors for each connection";
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &more), 0);
  }
  void TearDown() override { setrlimit(RLIMIT_NOFILE, &files_); }

 private:
  rlimit files_{};
};

TEST_F(LiveUnderAttack, AGoodRequestIsAnsweredWithinTenSeconds) {
  LiveServer server(view_cast(world), "run");
  add(server);
  const std::string root = "/" + server.token() + "/";
  const Attack attack(server);
  EXPECT_EQ(attack.open(), 700) << "the attack must be there when the good request comes";
  EXPECT_EQ(ask(server.port(), root, "GET", 10).status, 200);
  EXPECT_EQ(ask(server.port(), root + "frame?after=-1", "GET", 10).status, 200);
  EXPECT_EQ(ask(server.port(), "/", "GET", 10).status, 403);
}

TEST_F(LiveUnderAttack, MemoryAndThreadsStayFew) {
  if (sanitized) GTEST_SKIP() << "sanitizers need memory of their own";
  LiveServer server(view_cast(world), "run");
  add(server);
  const std::string root = "/" + server.token() + "/";
  ASSERT_EQ(ask(server.port(), root + "frame?after=-1", "GET", 10).status, 200);
  const double before = resident_megabytes();
  const std::ptrdiff_t threads = thread_count();
  const Attack attack(server);
  EXPECT_EQ(ask(server.port(), root, "GET", 10).status, 200);  // it has handled all earlier requests
  EXPECT_EQ(thread_count(), threads);
  // A run of the demo uses 25 MB itself and must stay below 50 MB.
  EXPECT_LT(resident_megabytes() - before, 25);
}

TEST_F(LiveUnderAttack, TheRunDoesNotSlowDown) {
  LiveServer server(view_cast(world), "run");
  const std::string root = "/" + server.token() + "/";
  const Attack attack(server);
  ASSERT_EQ(ask(server.port(), root, "GET", 10).status, 200);
  // The thread of the run does not sleep while it adds frames to a server whose clients all hang.
  constexpr int frames = 500;
  const long waits = waits_of_this_thread();
  for (int k = 0; k < frames; ++k) add(server);
  EXPECT_LT(waits_of_this_thread() - waits, frames / 10);
  EXPECT_EQ(number_at(ask(server.port(), root + "frame?after=3", "GET", 10).body, 0),
            frames - LiveServer::queue_length);
  // The server uses little processor time while the clients hang.
  const double used = processor_seconds();
  std::this_thread::sleep_for(std::chrono::seconds(1));
  EXPECT_LT(processor_seconds() - used, 0.2);
}

TEST_F(LiveUnderAttack, ExcessConnectionsAreClosed) {
  LiveServer server(view_cast(world), "run");
  const Attack first(server), second(server);  // 1400 clients, which exceeds most_connections
  EXPECT_EQ(ask(server.port(), "/" + server.token() + "/", "GET", 10).status, 200);
}

}  // namespace
}  // namespace scree
