// scree info: prints how this program was built and on which machine it runs, for bug reports; or describes
// the folder of a run or a checkpoint.

#include "verbs.hpp"

#include "scree/file.hpp"
#include "scree/io/encode/hdf5.hpp"
#include "scree/io/scene/scene.hpp"
#include "scree/math/simd_widths.hpp"
#include "scree/run/run_folder.hpp"
#include "scree/version.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include <algorithm>
#include <cstdio>
#include <memory>
#include <thread>

namespace scree::cli {
namespace {

/// Number of doubles per vector that the compiler was allowed to use in plain code.
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

void line(std::string_view key, const std::string& value) { fmt::print("{:<12} {}\n", key, value); }

void print_checkpoint(const std::filesystem::path& file, const CheckpointInfo& c) {
  line("checkpoint", fmt::format("{}, written by scree {}", file.string(), c.program));
  line("time", fmt::format("{:.9g} s, {} steps", c.time, c.steps));
  line("bodies", fmt::format("{}, {} contacts", c.bodies, c.contacts));
  line("hash", fmt::format("{:016x}", c.hash));
  const Ledger& e = c.ledger;
  line("energy", fmt::format("kinetic {:.6g} J, potential {:.6g} J, elastic {:.6g} J", e.kinetic, e.potential,
                             e.elastic));
  line("lost", fmt::format("by dashpots {:.6g} J, friction {:.6g} J, local damping {:.6g} J", e.damping,
                           e.friction, e.local));
  line("added", fmt::format("by walls {:.6g} J, with new bodies {:.6g} J", e.walls, e.inserted));
  line("unaccounted", fmt::format("{:.3g} J", e.error(c.first_total)));
}

void print_run(const std::filesystem::path& path) {
  const RunFolder folder = RunFolder::open(path);
  line("run", path.string());
  bool damaged = false;
  const auto last = folder.last_checkpoint([&](const std::string& note) {
    damaged = true;
    std::fprintf(stderr, "scree: %s\n", note.c_str());
  });
  if (last) {
    print_checkpoint(last->file, last->info);
  } else {
    line("checkpoint",
         damaged ? "none can be read; 'scree resume --restart' starts at the beginning" : "none");
  }
  line("frames", fmt::format("{}", folder.frame_count()));
  std::error_code ignored;
  if (std::filesystem::exists(folder.history().rows, ignored)) {
    const std::string text = read_file(folder.history().rows);
    line("history",
         fmt::format("{} rows", std::max<std::ptrdiff_t>(1, std::count(text.begin(), text.end(), '\n')) - 1));
  }
  line("summary", std::filesystem::exists(path / "summary.json", ignored) ? "summary.json" : "none yet");
}

void print_program() {
  line("scree", version());
  line("compiler", compiler());
  line("flags", std::string(SCREE_BUILD_TYPE) + ": " + SCREE_BUILD_FLAGS);
#ifdef SCREE_ASSERTS
  line("assertions", "on");
#else
  line("assertions", "off");
#endif
  line("SIMD", fmt::format("compiled for {} doubles; this processor: {}; in use: {} doubles",
                           compiled_simd_width(), cpu_simd(), simd_width()));
  line("threads", fmt::format("{}", std::thread::hardware_concurrency()));
  line("libraries",
       fmt::format("fmt {}.{}.{}, CLI11 {}, toml++ {}, nlohmann-json {}.{}.{}, HDF5 {}, qhull {}",
                   FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100, CLI11_VERSION,
                   toml_library_version(), NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                   NLOHMANN_JSON_VERSION_PATCH, hdf5::library_version(), qh_version2));
}

}  // namespace

void add_info(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "info",
      "show version, compiler, flags, SIMD width, threads and libraries; or describe a run or a checkpoint");
  auto path = std::make_shared<std::string>();
  verb->add_option("path", *path,
                   "the folder of a run, or a checkpoint in it (default: describe the program)");
  verb->callback([path] {
    if (path->empty()) return print_program();
    std::error_code ignored;
    if (std::filesystem::is_regular_file(*path, ignored))
      return print_checkpoint(*path, read_checkpoint_info(*path));
    print_run(*path);
  });
}

}  // namespace scree::cli
