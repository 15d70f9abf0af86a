// One function compiled for several vector widths: those that this processor can run.
#pragma once

namespace scree {

template <class Function>
struct SimdWidths {
  Function known[4] = {};  // the widest last; ends with nullptr

  explicit SimdWidths(Function narrow) { known[0] = narrow; }
#if defined(__x86_64__)
  SimdWidths(Function narrow, Function avx2, Function avx512) : SimdWidths(narrow) {
    int count = 1;
    if (__builtin_cpu_supports("avx2")) known[count++] = avx2;
    if (__builtin_cpu_supports("avx512f")) known[count++] = avx512;
  }
#endif
};

/// Of a list as in SimdWidths.
template <class Function>
Function widest(const Function* known) {
  while (known[1] != nullptr) ++known;
  return *known;
}

/// A loop in plain code, Loop::run(args...), that the compiler turns into vectors of each width: `flatten`
/// takes everything into it. Its file is compiled with -fno-trapping-math (src/CMakeLists.txt).
template <class Loop, class... Args>
struct LoopWidths {
  using Function = void (*)(Args...);

  __attribute__((flatten)) static void narrow(Args... args) { Loop::run(args...); }
#if defined(__x86_64__)
  __attribute__((flatten, target("avx2"))) static void avx2(Args... args) { Loop::run(args...); }
  __attribute__((flatten, target("avx512f"))) static void avx512(Args... args) { Loop::run(args...); }
#endif

  /// As in SimdWidths.
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
