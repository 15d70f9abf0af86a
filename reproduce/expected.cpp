#include "reproduce/expected.hpp"

#include "scree/error.hpp"

#include <toml++/toml.h>

namespace scree::reproduce {

namespace {

std::string_view kind_of(const toml::node& node) {
  return node.is_number() ? "number" : node.is_string() ? "text" : node.is_array() ? "list" : "table";
}

}  // namespace

struct Expected::Document {
  std::string source;
  toml::table table;

  [[noreturn]] void miss(std::string_view kind, const std::string& path) const {
    fail("{}: there is no {} at '{}'. Compare with the expected.toml that comes with Scree.", source, kind,
         path);
  }

  template <class Value>
  Value value(toml::node_view<const toml::node> node, const std::string& path, std::string_view kind) const {
    const auto found = node.template value<Value>();
    if (!found) miss(kind, path);
    return *found;
  }
  const toml::array& list(const std::string& path) const {
    const toml::array* array = table.at_path(path).as_array();
    if (array == nullptr) miss("list", path);
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

void Expected::require_layout_of(const Expected& model) const {
  const auto compare = [&](const auto& self, const toml::node& wanted, const toml::node* here,
                           const std::string& path) -> void {
    if (here == nullptr || kind_of(*here) != kind_of(wanted)) document_->miss(kind_of(wanted), path);
    if (const toml::table* table = wanted.as_table()) {
      for (const auto& [key, node] : *table) {
        const std::string name(key.str());
        self(self, node, here->as_table()->get(name), path.empty() ? name : path + "." + name);
      }
    }
    const toml::array* list = wanted.as_array();
    for (std::size_t i = 0; list != nullptr && !list->empty() && i < here->as_array()->size(); ++i) {
      self(self, *list->get(0), here->as_array()->get(i), fmt::format("{}[{}]", path, i));
    }
  };
  compare(compare, model.document_->table, &document_->table, "");
}

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
