// One function compiled for several vector widths. The program picks the widest that this processor can run.
// The environment variable SCREE_SIMD_WIDTH (2, 4 or 8 doubles) limits the choice, for measurements that must
// not depend on the processor. No result depends on the width.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace scree {

/// Doubles per vector of the widest functions that this processor can run.
inline int processor_simd_width() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return 8;
  if (__builtin_cpu_supports("avx2")) return 4;
#endif
  return 2;
}

/// Doubles per vector of the functions in use: those of the processor, or fewer if SCREE_SIMD_WIDTH asks for
/// fewer. A value below 2, or one that is not a number, counts as 2.
inline int simd_width() {
  static const int width = [] {
    const char* limit = std::getenv("SCREE_SIMD_WIDTH");
    if (limit == nullptr) return processor_simd_width();
    const long most = std::clamp(std::strtol(limit, nullptr, 10), 2L, 8L);
    return std::min(processor_simd_width(), most >= 8 ? 8 : most >= 4 ? 4 : 2);
  }();
  return width;
}

template <class Function>
struct SimdWidths {
  Function known[4] = {};  // from narrow to wide; a nullptr ends the list

  explicit SimdWidths(Function narrow) { known[0] = narrow; }
#if defined(__x86_64__)
  SimdWidths(Function narrow, Function avx2, Function avx512) : SimdWidths(narrow) {
    int count = 1;
    if (simd_width() >= 4) known[count++] = avx2;
    if (simd_width() >= 8) known[count++] = avx512;
  }
#endif
};

/// Returns the widest function of a list as in SimdWidths.
template <class Function>
Function widest(const Function* known) {
  while (known[1] != nullptr) ++known;
  return *known;
}

/// The widest function of a list as in SimdWidths, in a constant that hot inline code calls without a check.
/// It is defined with SCREE_INITIALIZED_EARLY, so that it is set before any other static object can use it.
template <class Function>
class Widest {
 public:
  explicit Widest(const Function* known) : function_(widest(known)) {}

  template <class... Args>
  auto operator()(Args... args) const {
    return function_(args...);
  }

 private:
  Function function_;
};
/// Priority of a static object: after the run-time library knows the processor (101), before all objects
/// without a priority.
#define SCREE_INITIALIZED_EARLY __attribute__((init_priority(200)))

/// Compiles a loop in plain code, Loop::run(args...), to vectors of each width; `flatten` inlines everything
/// into it. The file that uses it is compiled with -fno-trapping-math (src/CMakeLists.txt).
template <class Loop, class... Args>
struct LoopWidths {
  using Function = void (*)(Args...);

  __attribute__((flatten)) static void narrow(Args... args) { Loop::run(args...); }
#if defined(__x86_64__)
  __attribute__((flatten, target("avx2"))) static void avx2(Args... args) { Loop::run(args...); }
  __attribute__((flatten, target("avx512f"))) static void avx512(Args... args) { Loop::run(args...); }
#endif

  /// Returns the list of versions, as in SimdWidths.
  static const Function* known() {
#if defined(__x86_64__)
    static const SimdWidths<Function> all(narrow, avx2, avx512);
#else
    static const SimdWidths<Function> all(narrow);
#endif
    return all.known;
  }
};

}  // namespace scree
