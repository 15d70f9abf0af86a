#include "guard.hpp"

#include "kernels.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/math/simd_widths.hpp"
#include "scree/text.hpp"

#include <toml++/toml.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/utsname.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

namespace scree::bench {
namespace {

namespace fs = std::filesystem;

/// Temporary folder for the files of one run of callgrind.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (fs::temp_directory_path() / "scree-guard-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      fail("{}: no folder can be created there: {}.", name, std::strerror(errno));
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

std::string c_library() {
#ifdef __GLIBC__
  return std::string("glibc ") + gnu_get_libc_version();
#else
  return "unknown C library";
#endif
}

std::string processor_family() {
  struct utsname system {};
  return uname(&system) == 0 ? system.machine : "unknown processor";
}

int pinned_width() { return std::min(guard_simd_width, processor_simd_width()); }

/// Returns the environment of the kernels, which is the same for all users. It fixes the vector width. It
/// contains few variables, because the size of the environment shifts the stack.
std::vector<std::string> kernel_environment() {
  std::vector<std::string> all = {fmt::format("SCREE_SIMD_WIDTH={}", guard_simd_width), "LC_ALL=C"};
  for (const char* name : {"PATH", "LD_LIBRARY_PATH", "VALGRIND_LIB", "TMPDIR"}) {
    if (const char* value = std::getenv(name)) all.push_back(fmt::format("{}={}", name, value));
  }
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

/// Runs a command and writes its output to two files. Returns its exit status, or 128 plus the signal that
/// ended it.
int run_command(std::vector<std::string> command, const fs::path& output, const fs::path& errors) {
  std::vector<std::string> environment = kernel_environment();
  const std::vector<char*> arguments = pointers_to(command), variables = pointers_to(environment);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&files, 1, output.c_str(), flags, 0600);
  posix_spawn_file_actions_addopen(&files, 2, errors.c_str(), flags, 0600);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0], &files, nullptr, arguments.data(), variables.data());
  posix_spawn_file_actions_destroy(&files);
  if (error == ENOENT) {
    fail("{} is not installed. Install it (apt-get install valgrind) to count instructions.", command[0]);
  }
  if (error != 0) fail("{} cannot be started: {}.", command[0], std::strerror(error));
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) fail("{} was lost: {}.", command[0], std::strerror(errno));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Returns the rest of the first line that begins with the key, or nothing.
std::optional<std::string> value_of(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    std::string_view line = next_line(text);
    if (next_word(line) != key) continue;
    return std::string(next_word(line));
  }
  return {};
}

std::string last_line(std::string_view text) {
  std::string_view last;
  while (!text.empty()) {
    if (const std::string_view line = next_line(text); !line.empty()) last = line;
  }
  return std::string(last);
}

GuardRow count_kernel(const Kernel& kernel, const GuardOptions& options) {
  const ScratchFolder folder;
  const fs::path counts = folder.path() / "counts", output = folder.path() / "output",
                 errors = folder.path() / "errors";
  const int status =
      run_command({"valgrind", "--command-line-only=yes", "--tool=callgrind", "--instr-atstart=no",
                   "--callgrind-out-file=" + counts.string(), options.program.string(), "bench", "step",
                   "--kernel", std::string(kernel.name), "--beds", options.beds.string()},
                  output, errors);
  if (status != 0) {
    fail("valgrind ended with {} at the kernel '{}': {}", status, kernel.name, last_line(read_file(errors)));
  }
  const std::string report = read_file(output), counted = read_file(counts);
  const auto number = [&](std::string_view text, std::string_view key) {
    const std::optional<std::string> value = value_of(text, key);
    if (!value) fail("the kernel '{}' under valgrind did not print '{}'.", kernel.name, key);
    return parse_number(*value, [&] { return fmt::format("kernel '{}', {}", kernel.name, key); });
  };
  if (number(report, "width") != pinned_width()) {
    fail("the kernel '{}' ran with vectors of {} doubles under valgrind instead of {}.", kernel.name,
         number(report, "width"), pinned_width());
  }
  const double total = number(counted, "totals:"), units = number(report, "units");
  if (!(total > 0)) fail("callgrind counted no instruction of the kernel '{}'.", kernel.name);
  return {std::string(kernel.name),   std::string(kernel.unit), total / units,
          number(report, "contacts"), number(report, "points"), {}};
}

}  // namespace

std::optional<double> GuardTable::find(std::string_view kernel) const {
  for (const GuardEntry& e : entries) {
    if (e.kernel == kernel) return e.instructions;
  }
  return {};
}

void GuardTable::set(std::string_view kernel, double instructions) {
  for (GuardEntry& e : entries) {
    if (e.kernel == kernel) {
      e.instructions = instructions;
      return;
    }
  }
  entries.push_back({std::string(kernel), instructions});
}

std::string guard_toolchain() {
  return fmt::format("{}, {}, {}, {}, {} doubles per vector", compiler(), SCREE_GUARD_FLAGS, c_library(),
                     processor_family(), pinned_width());
}

fs::path guard_file(const GuardOptions& options) {
#if defined(__clang__)
  return options.tables / fmt::format("{}-clang-{}.toml", SCREE_GUARD_PRESET, __clang_major__);
#else
  return options.tables / fmt::format("{}-gcc-{}.toml", SCREE_GUARD_PRESET, __GNUC__);
#endif
}

std::optional<GuardTable> read_guard_table(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return {};
  GuardTable table;
  try {
    const toml::table parsed = toml::parse(read_file(file), file.string());
    table.toolchain = parsed["toolchain"].value_or(std::string());
    const toml::table* instructions = parsed["instructions"].as_table();
    if (table.toolchain.empty() || instructions == nullptr)
      fail("{}: needs a text 'toolchain' and a table 'instructions'. Record it again.", file.string());
    for (const auto& [kernel, value] : *instructions) {
      const std::optional<double> count = value.value<double>();
      if (!count || !(*count > 0))
        fail("{}: '{}' must be a positive number.", file.string(), std::string_view(kernel));
      table.set(kernel, *count);
    }
  } catch (const toml::parse_error& error) {
    fail("{}, line {}: this is not TOML: {}.", file.string(), error.source().begin.line, error.description());
  }
  return table;
}

void write_guard_table(const fs::path& file, const GuardTable& table) {
  std::string text = fmt::format(
      "# Instructions per body-step or query of the kernels of 'scree bench step --guard'.\n"
      "# 'scree bench step --guard --record' writes this file.\n"
      "toolchain = \"{}\"\n\n[instructions]\n",
      table.toolchain);
  for (const Kernel& kernel : kernels()) {
    if (const std::optional<double> count = table.find(kernel.name))
      text += fmt::format("\"{}\" = {:.1f}\n", kernel.name, *count);
  }
  make_folder(file.parent_path());
  write_file(file, text);
}

std::vector<GuardRow> count_kernels(const GuardOptions& options) {
  if (!built_for_callgrind()) {
    fail("this program was built without valgrind/callgrind.h. Install valgrind, run cmake again and build.");
  }
  std::vector<GuardRow> rows;
  for (const Kernel& kernel : kernels()) {
    if (options.kernel == "all" || options.kernel == kernel.name)
      rows.push_back(count_kernel(kernel, options));
  }
  return rows;
}

}  // namespace scree::bench
