#include "scree/io/scene/toml_fault.hpp"

#include "scree/text.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace scree {
namespace {

/// Line "key = value" of the text.
struct KeyLine {
  std::size_t line = 0;  // from 1; 0: there is none
  std::string_view key, value;
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) lines.push_back(next_line(text));
  return lines;
}

/// Returns the last key whose value begins before the location of the error. If a list or a text is not
/// closed, the parser notices it only lines later.
KeyLine key_before(const std::vector<std::string_view>& lines, toml::source_position at) {
  for (std::size_t n = std::min<std::size_t>(at.line, lines.size()); n > 0; --n) {
    const std::string_view line = lines[n - 1].substr(0, n == at.line ? at.column : std::string_view::npos);
    const std::string_view key = trimmed(line.substr(0, line.find('=')));
    const bool is_key = line.find('=') != std::string_view::npos && !key.empty() &&
                        std::ranges::all_of(key, [](unsigned char c) {
                          return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == '"';
                        });
    if (is_key) return {n, key, trimmed(lines[n - 1].substr(line.find('=') + 1))};
    if (trimmed(line).starts_with('[') && n < at.line) break;  // header of a table
  }
  return {};
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// True for a number with a comma: 1,5.
bool has_decimal_comma(std::string_view value) {
  const std::size_t comma = value.find(',');
  return !value.empty() && (is_digit(value[0]) || value[0] == '-' || value[0] == '+') &&
         comma != std::string_view::npos && comma + 1 < value.size() && is_digit(value[comma + 1]);
}

/// True for a number followed by letters: 0.5 s, 5mm.
bool has_unit(std::string_view value) {
  const std::size_t end = value.find_first_not_of("+-.0123456789eE");
  if (value.empty() || end == 0 || end == std::string_view::npos) return false;
  const std::string_view rest = trimmed(value.substr(end));
  return !rest.empty() && (is_letter(rest[0]) || rest[0] == '/' || rest[0] == '%');
}

/// Returns advice on how to correct the value of the key; empty if the text does not show it.
std::string remedy(std::string_view description, const KeyLine& at) {
  const auto says = [&](std::string_view words) { return description.find(words) != std::string_view::npos; };
  if (at.line > 0 && has_decimal_comma(at.value)) return " Write a decimal point, not a comma: 0.5.";
  if (at.line > 0 && has_unit(at.value)) return " Write the number alone, without a unit.";
  if (says("parsing array")) return " Close the list with ']' and put commas between its entries.";
  if (says("parsing inline table")) return " Close the table with '}'.";
  if (says("parsing string")) return " Close the text with a quote.";
  if (says("redefine existing table")) return " This table is given twice. Keep one.";
  if (says("redefine existing")) return " This key is given twice. Keep one.";
  if (at.line > 0 && !at.value.empty() && is_letter(at.value[0])) return " Write text in quotes.";
  return {};
}

}  // namespace

std::string toml_fault(std::string_view text, const std::string& file, const toml::parse_error& error) {
  const toml::source_position found = error.source().begin;
  std::string_view description = error.description();
  const KeyLine key = key_before(lines_of(text), found);
  const std::string hint = remedy(description, key);
  constexpr std::string_view head = "Error while parsing ";
  if (description.starts_with(head)) description.remove_prefix(head.size());
  const bool of_key = key.line > 0 && !description.starts_with("table header");
  const std::size_t line = of_key ? key.line : found.line;
  return fmt::format("{}, line {}: this is not TOML: {}{}{}.{} docs/tutorials/first-scene.md shows a scene.",
                     file, line, of_key ? fmt::format("'{}': ", shown(key.key)) : "", shown(description, 300),
                     line != found.line ? fmt::format(" (noticed in line {})", found.line) : "", hint);
}

}  // namespace scree
