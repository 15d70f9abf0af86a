// Measures the time to read, check and build bodies, and its growth with their size.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree::bench {

/// One task on bodies of several sizes.
struct ShapeTask {
  std::string_view name;
  std::string_view counted;  // kind of the elements whose number is the size
  int largest;               // largest size
  /// Returns the result for a check. Times only the work itself, without its preparation.
  int (*work)(int size, double& nanoseconds);
  int (*expected)(int size);  // returns the required result; negative: minus a lower bound on the result
};
std::span<const ShapeTask> shape_tasks();

struct ShapeRow {
  std::string_view name, counted;
  std::vector<int> sizes;
  std::vector<double> seconds;  // processor time, the best of the rounds
  double exponent = 0;          // growth: time ~ size^exponent, from the smallest size to the largest
  bool right = true;            // all results are as expected
};

/// Measures a task at an eighth, at half and at all of its largest size.
ShapeRow measure_shape_task(const ShapeTask& task, bool quick);

}  // namespace scree::bench
