// HTTP server that shows a run in progress: it sends the replay page and each new frame to browsers on this
// machine. GNU libmicrohttpd does all the work on sockets and requests.
//
// The server listens on 127.0.0.1 only. Its address contains a random word. It answers paths without this
// word with 403, and unknown paths after the word with 404. It reads no files at all. Frames wait in a short
// queue from which the oldest are dropped. One thread serves all browsers and packs the frames, so the run
// never waits for a browser.
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
  /// Starts to listen. Port 0 selects any free port. Throws an Error if the port is not available.
  LiveServer(ViewCast cast, std::string name, int port = 0);
  /// Waits up to two seconds while connected browsers fetch the remaining frames.
  ~LiveServer();
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;

  int port() const { return port_; }
  const std::string& token() const { return token_; }
  std::string address() const { return fmt::format("http://127.0.0.1:{}/{}/", port_, token_); }

  void add(ViewFrame frame, std::vector<ViewPolygon> walls);
  /// Largest number of frames in the queue.
  static constexpr std::size_t queue_length = 32;
  /// Largest number of connections. By default a process may open 1024 files; a quarter of them is left to
  /// the run.
  static constexpr unsigned most_connections = 768;

 private:
  struct Waiting;
  struct Request;
  struct Library;  // callbacks of libmicrohttpd and their data

  void serve_all();
  std::shared_ptr<const Waiting> newer_than(long long after) const;

  ViewCast cast_;
  std::string token_;
  int port_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  // The mutex guards these members.
  std::deque<std::shared_ptr<const Waiting>> queue_;
  std::uint32_t next_number_ = 0;
  bool watched_ = false, ended_ = false, end_reported_ = false, stopping_ = false;
  int requests_ = 0;  // requests that have arrived and are not yet completely answered
  // After the start only the thread of the server accesses the contents of this member.
  std::unique_ptr<Library> library_;
  std::thread thread_;
};

}  // namespace scree
