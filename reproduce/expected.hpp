// Published values and tolerances of a paper, from its expected.toml. A path such as "table2.rows[3].gjk_td"
// selects a value.
#pragma once

#include "scree/math/hd.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace scree::reproduce {

class Expected {
 public:
  /// Throws an Error that names the source (a file), the line and the cause.
  Expected(std::string_view toml, std::string source);

  /// Throws an Error that names the first entry of `model` that is missing here or has another type. Lists
  /// may differ in length; each of their entries must have the layout of the first entry in the model.
  void require_layout_of(const Expected& model) const;

  /// Returns the value at a path. Throws an Error if it is missing or has another type.
  Real number(const std::string& path) const;
  std::vector<Real> numbers(const std::string& path) const;
  std::string text(const std::string& path) const;
  std::vector<std::string> texts(const std::string& path) const;
  int count(const std::string& path) const;  // returns the number of entries of a list

 private:
  struct Document;
  std::shared_ptr<const Document> document_;
};

}  // namespace scree::reproduce
