#include "scree/io/view/live_server.hpp"

#include "scree/error.hpp"
#include "scree/io/view/page.hpp"
#include "scree/io/view/recording.hpp"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <sys/random.h>
#include <sys/resource.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <set>

namespace scree {
namespace {

constexpr unsigned idle_seconds = 5;                 // a connection that is silent for longer is closed
constexpr std::size_t connection_memory = 16384;     // a longer request is refused
constexpr auto patience = std::chrono::seconds(10);  // longest time that a request waits for its frame
constexpr int look_again = 50;                       // milliseconds after which a new frame is noticed

/// Returns 128 random bits as text.
std::string random_word() {
  unsigned char bits[16];
  if (getrandom(bits, sizeof bits, 0) != static_cast<ssize_t>(sizeof bits))
    throw std::runtime_error("the system returned no random numbers");
  std::string word;
  for (const unsigned char b : bits) word += fmt::format("{:02x}", b);
  return word;
}

/// Compares two words. It takes the same time for every wrong word, so that nobody can guess the word letter
/// by letter.
bool same_word(std::string_view a, std::string_view b) {
  unsigned differing = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    differing |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return differing == 0;
}

void put_u32(std::string& bytes, std::size_t n) {
  for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(n >> shift & 0xffU);
}

/// Returns the largest number of connections that leaves a quarter of the file descriptors to the run.
unsigned connection_limit() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return LiveServer::most_connections;
  return static_cast<unsigned>(std::min<rlim_t>(files.rlim_cur / 4 * 3, LiveServer::most_connections));
}

/// Reply that many connections share. Its bytes are in memory only once.
class Reply {
 public:
  Reply(unsigned status, const char* type, std::string body)
      : status_(status),
        response_(MHD_create_response_from_buffer(body.size(), body.data(), MHD_RESPMEM_MUST_COPY)) {
    if (response_ == nullptr) throw std::bad_alloc();
    for (const auto& [key, value] : {std::pair{"Content-Type", type},
                                     {"Cache-Control", "no-store"},
                                     {"X-Content-Type-Options", "nosniff"},
                                     {"Referrer-Policy", "no-referrer"},
                                     {"Connection", "close"}})
      if (MHD_add_response_header(response_.get(), key, value) != MHD_YES) throw std::bad_alloc();
  }
  MHD_Result send(MHD_Connection* connection) const {
    return MHD_queue_response(connection, status_, response_.get());
  }

 private:
  struct Destroy {
    void operator()(MHD_Response* r) const { MHD_destroy_response(r); }
  };
  unsigned status_;
  std::unique_ptr<MHD_Response, Destroy> response_;
};

std::string packed(const ViewCast& cast, std::uint32_t number, const ViewFrame& frame,
                   const std::vector<ViewPolygon>& polygons) {
  const std::vector<Real> radii = bounding_radii(cast);
  SceneReach reach;
  reach.include(frame, radii);
  const std::vector<WallTrack> walls = track_walls({polygons});
  const std::string sections[] = {encode_block({&frame, 1}, reach.grid(), walls, 0),
                                  encode_contacts(frame, radii), encode_meshes({}, walls)};
  std::string bytes;
  put_u32(bytes, number);
  for (const std::string& p : sections) put_u32(bytes, p.size());
  for (const std::string& p : sections) bytes += p;
  return bytes;
}

}  // namespace

struct LiveServer::Waiting {
  std::uint32_t number = 0;
  ViewFrame frame;
  std::vector<ViewPolygon> walls;
  /// Packed by the thread of the server when a browser first asks for the frame.
  mutable std::unique_ptr<const Reply> reply;
};

struct LiveServer::Request {
  LiveServer* server;
  MHD_Connection* connection;
  std::chrono::steady_clock::time_point give_up{};
  long long after = 0;
  bool waits = false;      // the request is for a frame that may not exist yet
  bool last_word = false;  // the reply says that the run has ended
};

struct LiveServer::Library {
  explicit Library(std::string html) : page(200, "text/html; charset=utf-8", std::move(html)) {}

  MHD_Daemon* daemon = nullptr;
  std::set<Request*> suspended;
  const Reply page;
  const Reply no_word{403, "text/plain", "Open the address that 'scree run --live' printed.\n"};
  const Reply nothing{404, "text/plain", "Nothing exists under this address.\n"};
  const Reply no_frame{404, "text/plain", "No frame has been written yet.\n"};
  const Reply only_get{405, "text/plain", "Only GET is supported.\n"};
  const Reply no_number{400, "text/plain", "after must be a number.\n"};
  const Reply over{204, "text/plain", ""};

  /// Leaves the path unchanged. It decodes neither %2e to a dot nor %00 to the end of the text.
  static std::size_t keep(void*, MHD_Connection*, char* text) { return std::strlen(text); }
  static MHD_Result handle_request(void* server, MHD_Connection* connection, const char* path,
                                   const char* method, const char* version, const char* upload,
                                   std::size_t* upload_size, void** request);
  static void completed(void* server, MHD_Connection* connection, void** request,
                        MHD_RequestTerminationCode code);
  static MHD_Result answer(Request& request, std::string_view path);
  static MHD_Result next_frame(Request& request);
};

LiveServer::LiveServer(ViewCast cast, std::string name, int port)
    : cast_(std::move(cast)), token_(random_word()) {
  library_ = std::make_unique<Library>(replay_page(name, empty_recording(cast_, name), "/" + token_ + "/"));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  errno = 0;
  // One thread of ours runs the daemon, so all callbacks come from that thread.
  library_->daemon = MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, nullptr, nullptr, &Library::handle_request, this,
      MHD_OPTION_SOCK_ADDR, reinterpret_cast<sockaddr*>(&address), MHD_OPTION_CONNECTION_LIMIT,
      connection_limit(), MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
      connection_memory, MHD_OPTION_UNESCAPE_CALLBACK, &Library::keep, nullptr, MHD_OPTION_NOTIFY_COMPLETED,
      &Library::completed, this, MHD_OPTION_END);
  if (library_->daemon == nullptr)
    fail("--live: port {} of 127.0.0.1 cannot be used ({}). Choose another with --port, or leave it out.",
         port, errno == 0 ? "no reason given" : std::strerror(errno));
  port_ = MHD_get_daemon_info(library_->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
  thread_ = std::thread([this] { serve_all(); });
}

LiveServer::~LiveServer() {
  std::unique_lock lock(mutex_);
  ended_ = true;
  changed_.wait_for(lock, std::chrono::seconds(2),
                    [&] { return requests_ == 0 && (end_reported_ || !watched_); });
  stopping_ = true;
  lock.unlock();
  thread_.join();
}

void LiveServer::add(ViewFrame frame, std::vector<ViewPolygon> walls) {
  auto added = std::make_shared<Waiting>();
  added->frame = std::move(frame), added->walls = std::move(walls);
  std::shared_ptr<const Waiting> dropped;  // its memory is freed after the lock is released
  const std::lock_guard lock(mutex_);
  added->number = next_number_++;
  queue_.push_back(std::move(added));
  if (queue_.size() > queue_length) {
    dropped = std::move(queue_.front());
    queue_.pop_front();
  }
}

void LiveServer::serve_all() {
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
  auto& suspended = library_->suspended;
  for (bool stop = false; !stop;) {
    MHD_run_wait(library_->daemon, look_again);
    const std::lock_guard lock(mutex_);
    stop = stopping_;
    const auto now = std::chrono::steady_clock::now();
    std::erase_if(suspended, [&](Request* r) {
      const bool due = ended_ || now >= r->give_up || newer_than(r->after) != nullptr;
      if (due) MHD_resume_connection(r->connection);
      return due;
    });
  }
  MHD_stop_daemon(library_->daemon);
}

/// Returns the oldest frame in the queue that is newer than `after`. The caller holds the mutex.
std::shared_ptr<const LiveServer::Waiting> LiveServer::newer_than(long long after) const {
  for (const auto& w : queue_)
    if (static_cast<long long>(w->number) > after) return w;
  return nullptr;
}

/// Callback of libmicrohttpd. The library calls it without a Request when the head has arrived. It calls
/// again for each piece of a body, at the end of the request, and when a suspended request resumes.
MHD_Result LiveServer::Library::handle_request(void* self, MHD_Connection* connection, const char* path,
                                               const char* method, const char* /*version*/,
                                               const char* /*upload*/, std::size_t* upload_size,
                                               void** kept) try {
  LiveServer& server = *static_cast<LiveServer*>(self);
  if (*kept == nullptr) {
    *kept = new Request{&server, connection};  // freed in `completed`
    const std::lock_guard lock(server.mutex_);
    ++server.requests_;
    return std::strcmp(method, "GET") == 0 ? MHD_YES : server.library_->only_get.send(connection);
  }
  if (*upload_size != 0) return MHD_NO;  // no valid request has a body: closes the connection
  Request& request = *static_cast<Request*>(*kept);
  return request.waits ? next_frame(request) : answer(request, path);
} catch (const std::exception&) {
  return MHD_NO;  // out of memory: closes the connection; the run continues
}

void LiveServer::Library::completed(void* self, MHD_Connection* /*connection*/, void** kept,
                                    MHD_RequestTerminationCode code) {
  const std::unique_ptr<Request> request(static_cast<Request*>(*kept));
  *kept = nullptr;
  if (request == nullptr) return;
  LiveServer& server = *static_cast<LiveServer*>(self);
  server.library_->suspended.erase(request.get());
  const std::lock_guard lock(server.mutex_);
  --server.requests_;
  if (request->last_word && code == MHD_REQUEST_TERMINATED_COMPLETED_OK) server.end_reported_ = true;
  server.changed_.notify_all();
}

MHD_Result LiveServer::Library::answer(Request& request, std::string_view path) {
  const Library& replies = *request.server->library_;
  const std::size_t slash = path.find('/', 1);
  if (!path.starts_with('/') || slash == std::string_view::npos ||
      !same_word(path.substr(1, slash - 1), request.server->token_))
    return replies.no_word.send(request.connection);
  const std::string_view rest = path.substr(slash + 1);
  const char* const after = MHD_lookup_connection_value(request.connection, MHD_GET_ARGUMENT_KIND, "after");
  if (rest.empty()) return replies.page.send(request.connection);
  if (rest != "frame" || after == nullptr) return replies.nothing.send(request.connection);
  const char* const digits_end = after + std::strlen(after);
  const auto [end, error] = std::from_chars(after, digits_end, request.after);
  if (error != std::errc() || end != digits_end) return replies.no_number.send(request.connection);
  request.waits = true, request.give_up = std::chrono::steady_clock::now() + patience;
  return next_frame(request);
}

/// Sends the oldest frame in the queue that the browser does not have. If there is none, waits up to
/// `patience` for one.
MHD_Result LiveServer::Library::next_frame(Request& request) {
  LiveServer& server = *request.server;
  Library& library = *server.library_;
  std::unique_lock lock(server.mutex_);
  server.watched_ = true;
  const auto found = server.newer_than(request.after);
  const bool ended = server.ended_;
  lock.unlock();
  if (found != nullptr) {
    if (found->reply == nullptr)
      found->reply = std::make_unique<const Reply>(
          200, "application/octet-stream", packed(server.cast_, found->number, found->frame, found->walls));
    return found->reply->send(request.connection);
  }
  if (ended) {
    request.last_word = true;
    return library.over.send(request.connection);
  }
  if (std::chrono::steady_clock::now() >= request.give_up) return library.no_frame.send(request.connection);
  library.suspended.insert(&request);
  MHD_suspend_connection(request.connection);
  return MHD_YES;
}

}  // namespace scree
