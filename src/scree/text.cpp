#include "scree/text.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>
#include <vector>

namespace scree {
namespace {

/// Number of edits that turn one word into the other (Levenshtein 1966).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string shown(std::string_view word, std::size_t longest) {
  std::string text(word.substr(0, longest));
  for (char& c : text) {
    if (c < ' ' || c > '~') c = '?';
  }
  return word.size() > longest ? text + "..." : text;
}

bool is_word(std::string_view word, std::string_view lower_case) {
  return std::ranges::equal(word, lower_case, {}, [](unsigned char c) { return std::tolower(c); });
}

double parse_odd_number(std::string_view word, const std::string& location) {
  if (word.empty()) fail("{}: a number is missing. The line or the file is cut short.", location);
  const std::string digits(word.starts_with('+') ? word.substr(1) : word);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end == digits.data() + digits.size() && error == std::errc::result_out_of_range) {
    // from_chars does not distinguish numbers that are too small from numbers that are too large.
    if (std::abs(std::strtod(digits.c_str(), nullptr)) < 1) return 0;
    fail("{}: {} is out of range. Numbers go up to 1.7e308; correct it.", location, shown(word));
  }
  if (end == digits.data() + digits.size() && error == std::errc()) {
    fail("{}: the coordinate is {}. Coordinates must be finite numbers.", location, shown(word));
  }
  if (digits.find(',') != std::string::npos) {
    fail("{}: '{}' is not a number. Write a decimal point, not a comma: 0.5.", location, shown(word));
  }
  fail("{}: '{}' is not a number. Correct it; numbers look like 12, -0.5 or 1e-3.", location, shown(word));
}

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text)
    line += static_cast<unsigned char>(c) < ' ' ? fmt::format("\\x{:02x}", c) : std::string(1, c);
  return line;
}

std::size_t nearest_word(std::string_view wrong, std::span<const std::string_view> words) {
  const auto difference = [&](std::string_view word) {
    const bool begun = wrong.size() >= 3 && word.starts_with(wrong);
    return std::pair(!begun, edit_distance(word, wrong.substr(0, 100)));
  };
  const auto nearest = std::ranges::min_element(words, {}, difference);
  return static_cast<std::size_t>(nearest - words.begin());
}

}  // namespace scree
