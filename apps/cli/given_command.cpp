#include "given_command.hpp"

#include <algorithm>
#include <string_view>

namespace scree::cli {
namespace {

std::string command = "scree";

std::string quoted(std::string_view word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) return std::string(word);
  std::string text(1, '\'');
  for (const char letter : word) {
    if (letter == '\'') text.append("'\\'");
    text.push_back(letter);
  }
  text.push_back('\'');
  return text;
}

}  // namespace

void remember_command(int argc, char** argv) {
  command = "scree";
  for (int i = 1; i < argc; ++i) command.append(" ").append(quoted(argv[i]));
}

std::string given_command() { return command; }

}  // namespace scree::cli
