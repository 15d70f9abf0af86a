// Basis of every header of per-pair code: the real type, the host/device mark and the assertion.
#pragma once

#ifdef SCREE_ASSERTS
#include <cstdio>
#include <cstdlib>
#endif

/// Marks functions that may later run on a device; empty on the host.
#ifdef __CUDACC__
#define SCREE_HD __host__ __device__
#else
#define SCREE_HD
#endif

/// Inlines small functions of the hot loops: a call passes vectors on the stack, which costs more than
/// the work.
#define SCREE_ALWAYS_INLINE __attribute__((always_inline))

/// Stops the program in debug and test builds if an invariant of the code (never a property of the input)
/// is broken.
#ifdef SCREE_ASSERTS
#define SCREE_ASSERT(condition)                                                              \
  do {                                                                                       \
    if (!(condition)) {                                                                      \
      std::fprintf(stderr, "%s:%d: broken invariant: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                          \
    }                                                                                        \
  } while (false)
#else
#define SCREE_ASSERT(condition) static_cast<void>(0)
#endif

namespace scree {

using Real = double;

}  // namespace scree
