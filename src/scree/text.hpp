// Words and numbers out of text, with messages that name the line, and the nearest of some words to a
// mistyped one.
#pragma once

#include "scree/error.hpp"

#include <charconv>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

namespace scree {

/// Cuts the first word off `rest`; empty at the end.
inline std::string_view next_word(std::string_view& rest) {
  constexpr std::string_view blanks = " \t\r\n\v\f";
  const std::size_t begin = rest.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return rest = {};
  rest.remove_prefix(begin);
  const std::size_t end = rest.find_first_of(blanks);
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(word.size());
  return word;
}

/// Cuts the first line off `rest`.
inline std::string_view next_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

/// A word cut short enough to be shown, with what is not printable replaced.
std::string shown(std::string_view word);

/// The index of the word with the fewest edits from `wrong`.
std::size_t nearest_word(std::string_view wrong, std::span<const std::string_view> words);

/// A finite number; `place` heads the message when it is none ("rock.obj, line 7").
template <class Place>
double parse_number(std::string_view word, Place place) {
  const std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (word.empty()) fail("{}: a number is missing. The line or the file is cut short.", place());
  if (error == std::errc::result_out_of_range) fail("{}: {} is out of range.", place(), shown(word));
  if (error != std::errc() || end != digits.data() + digits.size()) {
    fail("{}: '{}' is not a number.", place(), shown(word));
  }
  if (!std::isfinite(value))
    fail("{}: the coordinate is {}. Coordinates must be finite numbers.", place(), shown(word));
  return value;
}

}  // namespace scree
