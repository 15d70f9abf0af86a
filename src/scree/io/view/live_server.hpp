// A run watched while it goes on: an HTTP server that gives a browser on this machine the replay page and
// each frame as it comes. GNU libmicrohttpd does all the work on sockets and requests.
//
// The server listens on 127.0.0.1 only. Its address holds a random word; any other path is answered with 403,
// or with 404 behind the right word. It reads no files at all. Frames wait in a short queue from which the
// oldest are dropped. One thread serves all browsers and packs the frames: the run never waits for a browser.
#pragma once

#include "scree/io/view/run_view.hpp"

#include <fmt/format.h>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

namespace scree {

class LiveServer {
 public:
  /// Begins to listen; port 0: any that is free. Throws an Error when the port cannot be had.
  LiveServer(ViewCast cast, std::string name, int port = 0);
  /// Lets the browsers that are watching fetch what is left, for two seconds at most.
  ~LiveServer();
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;

  int port() const { return port_; }
  const std::string& token() const { return token_; }
  std::string address() const { return fmt::format("http://127.0.0.1:{}/{}/", port_, token_); }

  void add(ViewFrame frame, std::vector<ViewPolygon> walls);
  /// Largest number of frames that wait.
  static constexpr std::size_t queue_length = 32;
  /// Largest number of connections. A run may open 1024 files by default; a quarter is left to it.
  static constexpr unsigned most_connections = 768;

 private:
  struct Waiting;
  struct Request;
  struct Library;  // the callbacks of libmicrohttpd and what they need

  void serve_all();
  std::shared_ptr<const Waiting> newer_than(long long after) const;

  ViewCast cast_;
  std::string token_;
  int port_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  // These are guarded by the mutex.
  std::deque<std::shared_ptr<const Waiting>> queue_;
  std::uint32_t next_number_ = 0;
  bool watched_ = false, ended_ = false, told_ = false, stopping_ = false;
  int requests_ = 0;  // that came and are not answered to their end
  // Only the thread of the server touches what is in here after the start.
  std::unique_ptr<Library> library_;
  std::thread thread_;
};

}  // namespace scree
