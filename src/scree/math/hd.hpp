// What every header of per-pair code starts from: the real type, the host/device mark, the assertion.
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

/// For small functions of the hot loops: vectors are handed over on the stack, which costs more than the
/// work.
#define SCREE_ALWAYS_INLINE __attribute__((always_inline))

/// A broken invariant of ours (never a property of the input): stops the program in debug and test builds.
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
