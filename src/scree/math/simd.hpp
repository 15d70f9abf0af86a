// How many reals the arrays that SIMD code scans are padded to.
#pragma once

namespace scree {

/// The widest vector of doubles of the machines we serve (AVX-512): padding to it lets every width scan whole
/// vectors.
inline constexpr int simd_padding = 8;

constexpr int padded(int count) { return (count + simd_padding - 1) / simd_padding * simd_padding; }

}  // namespace scree
