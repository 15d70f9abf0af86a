// Parses words and numbers, with messages that name the line, and finds the known word nearest to a
// mistyped one.
#pragma once

#include "scree/error.hpp"

#include <charconv>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

namespace scree {

/// Removes the first word from `rest` and returns it, or returns an empty word at the end.
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

/// Removes the first line from `rest` and returns it without its end: \n, \r\n, or \r alone (old
/// Macintosh files).
inline std::string_view next_line(std::string_view& rest) {
  const std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
  rest.remove_prefix(line.size());
  rest.remove_prefix(rest.starts_with("\r\n") ? 2 : rest.empty() ? 0 : 1);
  return line;
}

/// Returns the text without the byte order mark (BOM) that some editors put before UTF-8.
inline std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

/// True if a word equals the given lower-case word when case is ignored.
bool is_word(std::string_view word, std::string_view lower_case);

/// Returns a word cut short enough to be shown, with unprintable characters replaced.
std::string shown(std::string_view word, std::size_t longest = 40);

/// Returns a text of any length on one line, with control characters escaped.
std::string on_one_line(std::string_view text);

/// Returns the index of the word that is most likely meant: one that begins with `wrong`, otherwise the one
/// with the smallest edit distance.
std::size_t nearest_word(std::string_view wrong, std::span<const std::string_view> words);

/// Handles the rare cases of parse_number. Returns 0 for a number too small for a double. Otherwise throws an
/// Error that says what is wrong with the word.
double parse_odd_number(std::string_view word, const std::string& location);

/// Returns a finite number, or throws an Error whose message begins with `location()` ("rock.obj, line 7").
template <class Location>
double parse_number(std::string_view word, Location location) {
  const std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = error == std::errc() && end == digits.data() + digits.size();
  return whole && std::isfinite(value) ? value : parse_odd_number(word, location());
}

}  // namespace scree
