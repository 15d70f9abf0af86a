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

}  // namespace scree
