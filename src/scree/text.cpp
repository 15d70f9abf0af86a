#include "scree/text.hpp"

#include <algorithm>
#include <vector>

namespace scree {
namespace {

/// Edits that turn one word into the other (Levenshtein 1966).
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

std::string shown(std::string_view word) {
  std::string text(word.substr(0, 40));
  for (char& c : text) {
    if (c < ' ' || c > '~') c = '?';
  }
  return word.size() > 40 ? text + "..." : text;
}

std::size_t nearest_word(std::string_view wrong, std::span<const std::string_view> words) {
  const auto nearest = std::ranges::min_element(
      words, {}, [&](std::string_view word) { return edit_distance(word, wrong.substr(0, 100)); });
  return static_cast<std::size_t>(nearest - words.begin());
}

}  // namespace scree
