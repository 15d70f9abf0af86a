// Compiles one function for several vector widths and selects the widest version that the processor can run.
// The environment variable SCREE_SIMD_WIDTH (2, 4 or 8 doubles) limits the width, for measurements that must
// not depend on the processor. No result depends on the width.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace scree {

/// Number of doubles in the widest vectors that this processor supports.
inline int processor_simd_width() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return 8;
  if (__builtin_cpu_supports("avx2")) return 4;
#endif
  return 2;
}

/// Number of doubles per vector in the selected functions. It is the width of the processor, or the value of
/// SCREE_SIMD_WIDTH if that is smaller. A value below 2, or one that is not a number, is read as 2.
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

/// Returns the widest function of a list like SimdWidths::known.
template <class Function>
Function widest(const Function* known) {
  while (known[1] != nullptr) ++known;
  return *known;
}

/// Stores the widest function of a list like SimdWidths::known. Hot inline code calls this function without a
/// check that it is set. Its objects are defined with SCREE_INITIALIZED_EARLY, so that they are set before
/// any other static object can use them.
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
/// Initialization priority of a static object. The run-time library detects the processor earlier, at
/// priority 101. All objects without a priority are initialized later.
#define SCREE_INITIALIZED_EARLY __attribute__((init_priority(200)))

/// Compiles the plain loop Loop::run(args...) for vectors of each width. The attribute `flatten`
/// inlines everything that the loop calls. Files that use this template are compiled with
/// -fno-trapping-math (src/CMakeLists.txt).
template <class Loop, class... Args>
struct LoopWidths {
  using Function = void (*)(Args...);

  __attribute__((flatten)) static void narrow(Args... args) { Loop::run(args...); }
#if defined(__x86_64__)
  __attribute__((flatten, target("avx2"))) static void avx2(Args... args) { Loop::run(args...); }
  __attribute__((flatten, target("avx512f"))) static void avx512(Args... args) { Loop::run(args...); }
#endif

  /// Returns the list of versions, like SimdWidths::known.
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
