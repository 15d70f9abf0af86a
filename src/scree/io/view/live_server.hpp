// A run watched while it goes on: a small HTTP server that gives a browser on this machine the replay page
// and each frame as it comes.
//
// It listens on 127.0.0.1 only. Its address holds a random word; any other path is answered with 403, or 404
// behind the right word. It reads no files at all. Frames wait in a short queue from which the oldest are
// dropped, and are packed by the thread that sends them: the run never waits for a browser.
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
  /// Lets a browser that is watching fetch what is left, for two seconds at most.
  ~LiveServer();
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;

  int port() const { return port_; }
  const std::string& token() const { return token_; }
  std::string address() const { return fmt::format("http://127.0.0.1:{}/{}/", port_, token_); }

  void add(ViewFrame frame, std::vector<ViewPolygon> walls);
  /// How many frames wait at most.
  static constexpr std::size_t queue_length = 32;

 private:
  struct Waiting {
    std::uint32_t number = 0;
    ViewFrame frame;
    std::vector<ViewPolygon> walls;
  };
  struct Reply {
    int status = 404;
    std::string type = "text/plain", body;
  };

  void accept_all();
  void serve(int connection);
  Reply answer(const std::string& request);
  Reply next_frame(long long after);
  std::string packed(const Waiting& waiting) const;

  ViewCast cast_;
  std::string name_, token_;
  int port_ = 0, listener_ = -1;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<const Waiting>> queue_;
  std::uint32_t next_number_ = 0;
  bool watched_ = false, ended_ = false, told_ = false, stopping_ = false;
  int connections_ = 0;
  std::thread acceptor_;
};

}  // namespace scree
