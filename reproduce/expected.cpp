#include "reproduce/expected.hpp"

#include "scree/error.hpp"

#include <toml++/toml.h>

namespace scree::reproduce {

struct Expected::Document {
  std::string source;
  toml::table table;

  template <class Value>
  Value value(toml::node_view<const toml::node> node, const std::string& path, std::string_view kind) const {
    const auto found = node.template value<Value>();
    if (!found) {
      fail("{}: there is no {} at '{}'. Compare with the expected.toml that comes with Scree.", source, kind,
           path);
    }
    return *found;
  }
  const toml::array& list(const std::string& path) const {
    const toml::array* array = table.at_path(path).as_array();
    if (array == nullptr) {
      fail("{}: there is no list at '{}'. Compare with the expected.toml that comes with Scree.", source,
           path);
    }
    return *array;
  }
  template <class Value>
  std::vector<Value> values(const std::string& path, std::string_view kind) const {
    std::vector<Value> all;
    for (const toml::node& node : list(path))
      all.push_back(value<Value>(toml::node_view<const toml::node>(node), path, kind));
    return all;
  }
};

Expected::Expected(std::string_view toml, std::string source) {
  auto document = std::make_shared<Document>();
  try {
    document->table = toml::parse(toml, source);
  } catch (const toml::parse_error& error) {
    fail("{}, line {}: {}. Correct the line; the file is TOML.", source, error.source().begin.line,
         error.description());
  }
  document->source = std::move(source);
  document_ = document;
}

Real Expected::number(const std::string& path) const {
  return document_->value<Real>(document_->table.at_path(path), path, "number");
}
std::vector<Real> Expected::numbers(const std::string& path) const {
  return document_->values<Real>(path, "number");
}
std::string Expected::text(const std::string& path) const {
  return document_->value<std::string>(document_->table.at_path(path), path, "text");
}
std::vector<std::string> Expected::texts(const std::string& path) const {
  return document_->values<std::string>(path, "text");
}
int Expected::count(const std::string& path) const { return static_cast<int>(document_->list(path).size()); }

}  // namespace scree::reproduce
