// How long it takes to read, check and make bodies, and how that grows with their size.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree::bench {

/// One thing that is done with bodies of several sizes.
struct ShapeTask {
  std::string_view name;
  std::string_view counted;  // what the size counts
  int largest;               // size
  int (*work)(int size,
              double& nanoseconds);  // returns what came out, as a check; times only the work itself
  int (*expected)(int size);         // what must come out; negative: at least so much
};
std::span<const ShapeTask> shape_tasks();

struct ShapeRow {
  std::string_view name, counted;
  std::vector<int> sizes;
  std::vector<double> seconds;  // of the processor, the best of the rounds
  double exponent = 0;          // of the growth: time ~ size^exponent, from the smallest size to the largest
  bool right = true;            // all results are as expected
};

/// A task at an eighth, at half and at the whole of its largest size.
ShapeRow measure_shape_task(const ShapeTask& task, bool quick);

}  // namespace scree::bench
