// The only exception type of Scree. It reports bad input (files, scenes, arguments) and is thrown only where
// input enters the library. The message says what happened, where, and what to do. The command line prints it
// and exits with 2.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace scree {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws an Error with a formatted message: fail("face {} is open", 3).
template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> text, Args&&... args) {
  throw Error(fmt::format(text, std::forward<Args>(args)...));
}

}  // namespace scree
