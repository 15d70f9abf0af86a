#include "scree/io/view/live_server.hpp"

#include "scree/error.hpp"
#include "scree/io/view/page.hpp"
#include "scree/io/view/recording.hpp"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstring>

namespace scree {
namespace {

constexpr int most_connections = 8;
constexpr std::size_t longest_request = 8192;
constexpr auto patience = std::chrono::seconds(10);  // of a request for a frame that has not come

/// 128 random bits as text.
std::string random_word() {
  unsigned char bits[16];
  if (getrandom(bits, sizeof bits, 0) != static_cast<ssize_t>(sizeof bits))
    throw std::runtime_error("the system gave no random numbers");
  std::string word;
  for (const unsigned char b : bits) word += fmt::format("{:02x}", b);
  return word;
}

/// Takes as long for any wrong word, so that its letters cannot be guessed one by one.
bool same_word(std::string_view a, std::string_view b) {
  unsigned differing = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    differing |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return differing == 0;
}

std::string_view reason(int status) {
  return status == 200   ? "OK"
         : status == 204 ? "No Content"
         : status == 400 ? "Bad Request"
         : status == 403 ? "Forbidden"
         : status == 405 ? "Method Not Allowed"
                         : "Not Found";
}

void send_all(int connection, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n <= 0) return;  // the browser went away, or is too slow
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

void put_u32(std::string& bytes, std::size_t n) {
  for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(n >> shift & 0xffU);
}

}  // namespace

LiveServer::LiveServer(ViewCast cast, std::string name, int port)
    : cast_(std::move(cast)), name_(std::move(name)), token_(random_word()) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(static_cast<std::uint16_t>(port));
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof place;
  if (listener_ < 0 || bind(listener_, reinterpret_cast<sockaddr*>(&place), size) != 0 ||
      listen(listener_, most_connections) != 0 ||
      getsockname(listener_, reinterpret_cast<sockaddr*>(&place), &size) != 0) {
    const std::string cause = std::strerror(errno);
    if (listener_ >= 0) close(listener_);
    fail("--live: port {} of 127.0.0.1 cannot be used ({}). Give another with --port, or none.", port, cause);
  }
  port_ = ntohs(place.sin_port);
  acceptor_ = std::thread([this] { accept_all(); });
}

LiveServer::~LiveServer() {
  std::unique_lock lock(mutex_);
  ended_ = true;
  changed_.notify_all();
  if (watched_) {
    changed_.wait_for(lock, std::chrono::seconds(2), [&] { return told_; });
  }
  stopping_ = true;
  changed_.notify_all();
  lock.unlock();
  acceptor_.join();
  close(listener_);
  lock.lock();
  changed_.wait(lock, [&] { return connections_ == 0; });  // each has a time limit of its own
}

void LiveServer::add(ViewFrame frame, std::vector<ViewPolygon> walls) {
  const std::lock_guard lock(mutex_);
  queue_.push_back(std::make_shared<Waiting>(Waiting{next_number_++, std::move(frame), std::move(walls)}));
  if (queue_.size() > queue_length) queue_.pop_front();
  changed_.notify_all();
}

void LiveServer::accept_all() {
  for (;;) {
    pollfd waiting{listener_, POLLIN, 0};
    const int ready = poll(&waiting, 1, 100);
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    if (ready <= 0) continue;
    const int connection = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    if (connections_ >= most_connections) {
      close(connection);
      continue;
    }
    ++connections_;
    std::thread([this, connection] {
      serve(connection);
      close(connection);
      const std::lock_guard guard(mutex_);
      --connections_;
      changed_.notify_all();
    }).detach();  // the destructor waits for the count
  }
}

void LiveServer::serve(int connection) {
  const timeval limit{5, 0};
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  std::string request;
  char buffer[2048];
  while (request.find("\r\n\r\n") == std::string::npos && request.size() < longest_request) {
    const ssize_t n = recv(connection, buffer, sizeof buffer, 0);
    if (n <= 0) return;
    request.append(buffer, static_cast<std::size_t>(n));
  }
  const Reply reply = answer(request);
  send_all(connection,
           fmt::format(
               "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n"
               "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n",
               reply.status, reason(reply.status), reply.type, reply.body.size()));
  send_all(connection, reply.body);
  shutdown(connection, SHUT_WR);
}

LiveServer::Reply LiveServer::answer(const std::string& request) {
  std::string_view line = std::string_view(request).substr(0, request.find("\r\n"));
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == std::string_view::npos || last <= first) return {400, "text/plain", "This is no request.\n"};
  if (line.substr(0, first) != "GET") return {405, "text/plain", "Only GET is answered.\n"};
  const std::string_view path = line.substr(first + 1, last - first - 1);
  const std::size_t slash = path.find('/', 1);
  if (!path.starts_with('/') || slash == std::string_view::npos ||
      !same_word(path.substr(1, slash - 1), token_))
    return {403, "text/plain", "Open the address that 'scree run --live' printed.\n"};
  const std::string_view rest = path.substr(slash + 1);
  if (rest.empty())
    return {200, "text/html; charset=utf-8",
            replay_page(name_, empty_recording(cast_, name_), "/" + token_ + "/")};
  constexpr std::string_view ask = "frame?after=";
  if (!rest.starts_with(ask)) return {404, "text/plain", "There is nothing here.\n"};
  long long after = 0;
  const std::string_view digits = rest.substr(ask.size());
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), after);
  if (error != std::errc() || end != digits.data() + digits.size())
    return {400, "text/plain", "after must be a number.\n"};
  return next_frame(after);
}

/// The oldest frame in the queue that is newer than `after`; waits for it, but not for ever.
LiveServer::Reply LiveServer::next_frame(long long after) {
  std::unique_lock lock(mutex_);
  watched_ = true;
  const auto newer = [&]() -> std::shared_ptr<const Waiting> {
    for (const auto& w : queue_) {
      if (static_cast<long long>(w->number) > after) return w;
    }
    return nullptr;
  };
  changed_.wait_for(lock, patience, [&] { return stopping_ || ended_ || newer() != nullptr; });
  const auto found = newer();
  if (found == nullptr && !ended_) return {404, "text/plain", "No frame has come yet.\n"};
  if (found == nullptr) {
    told_ = true;
    changed_.notify_all();
    return {204, "text/plain", ""};
  }
  lock.unlock();
  return {200, "application/octet-stream", packed(*found)};
}

std::string LiveServer::packed(const Waiting& w) const {
  const std::vector<Real> radii = bounding_radii(cast_);
  SceneReach reach;
  reach.include(w.frame, radii);
  const std::vector<WallTrack> walls = track_walls({w.walls});
  const std::string parts[] = {encode_block({&w.frame, 1}, reach.grid(), walls, 0),
                               encode_contacts(w.frame, radii), encode_meshes({}, walls)};
  std::string bytes;
  put_u32(bytes, w.number);
  for (const std::string& p : parts) put_u32(bytes, p.size());
  for (const std::string& p : parts) bytes += p;
  return bytes;
}

}  // namespace scree
