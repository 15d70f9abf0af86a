// scree info: what this program was built from and runs on. The first thing to quote in a bug report.

#include "verbs.hpp"

#include "scree/version.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include <cstdio>
#include <thread>

namespace scree::cli {
namespace {

/// Doubles per vector that the compiler was allowed to use in plain code.
constexpr int compiled_simd_width() {
#if defined(__AVX512F__)
  return 8;
#elif defined(__AVX__)
  return 4;
#elif defined(__SSE2__) || defined(__ARM_NEON)
  return 2;
#else
  return 1;
#endif
}

std::string cpu_simd() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return "AVX-512, 8 doubles";
  if (__builtin_cpu_supports("avx2")) return "AVX2, 4 doubles";
  return "SSE2, 2 doubles";
#else
  return "not known";
#endif
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

void run() {
  const auto line = [](std::string_view key, const std::string& value) {
    fmt::print("{:<12} {}\n", key, value);
  };
  line("scree", version());
  line("compiler", compiler());
  line("flags", std::string(SCREE_BUILD_TYPE) + ": " + SCREE_BUILD_FLAGS);
#ifdef SCREE_ASSERTS
  line("assertions", "on");
#else
  line("assertions", "off");
#endif
  line("SIMD", fmt::format("compiled for {} doubles; this processor: {}", compiled_simd_width(), cpu_simd()));
  line("threads", fmt::format("{}", std::thread::hardware_concurrency()));
  line("libraries",
       fmt::format("fmt {}.{}.{}, CLI11 {}, nlohmann-json {}.{}.{}, qhull {}", FMT_VERSION / 10000,
                   FMT_VERSION / 100 % 100, FMT_VERSION % 100, CLI11_VERSION, NLOHMANN_JSON_VERSION_MAJOR,
                   NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH, qh_version2));
}

}  // namespace

void add_info(CLI::App& app) {
  app.add_subcommand("info", "version, compiler, flags, SIMD width, threads, libraries")->callback(run);
}

}  // namespace scree::cli
