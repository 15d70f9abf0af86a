// Definitions for all per-pair code: the real type, the host/device macro and the assertion.
#pragma once

#ifdef SCREE_ASSERTS
#include <cstdio>
#include <cstdlib>
#endif

/// Marks functions that may later run on a GPU. The macro is empty in host-only builds.
#ifdef __CUDACC__
#define SCREE_HD __host__ __device__
#else
#define SCREE_HD
#endif

/// Forces inlining of small functions in hot loops. A call would pass vectors on the stack, which costs more
/// than the function itself.
#define SCREE_ALWAYS_INLINE __attribute__((always_inline))

/// Aborts the program in debug and test builds if an invariant of the code is broken. It never checks a
/// property of the input.
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
