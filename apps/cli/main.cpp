// scree: the command line. Its exit codes are
//   0    success,
//   1    a check failed, or the program has a fault,
//   2    the input has a fault or needs more memory than is available,
//   3    the energy error of a run is too large (--strict-energy),
//   128 plus the number of the signal that stopped a run: 129 SIGHUP, 130 SIGINT, 143 SIGTERM.

#include "given_command.hpp"
#include "verbs.hpp"

#include "scree/error.hpp"
#include "scree/run/run_scene.hpp"
#include "scree/text.hpp"
#include "scree/version.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

/// Keeps freed memory in the process. Every rebuild of the pair list allocates and frees large arrays. If the
/// memory went back to the system each time, the clearing of its pages would take 4 % of the time of a
/// simulated flow of 45 000 grains.
void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

/// Reports that memory ran out, without allocating memory.
void say_memory_ran_out() {
  std::fputs(
      "scree: the memory of this machine, or the limit of the shell (ulimit -v), does not suffice. "
      "'scree "
      "check' estimates how much a scene needs. Use fewer bodies or a larger machine.\n",
      stderr);
}

/// Ends the program after an exception that left a parallel region. The expected cause is a lack of memory.
[[noreturn]] void end_at_once() {
  try {
    if (const std::exception_ptr now = std::current_exception()) std::rethrow_exception(now);
  } catch (const std::bad_alloc&) {
    say_memory_ran_out();
    std::_Exit(2);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "scree: unexpected: %s. This is a fault of the program; please report it.\n",
                 error.what());
  } catch (...) {}
  std::abort();
}

/// Fails with the nearest verb if the given one does not exist. CLI11 only reports that a verb is missing.
void check_verb(const CLI::App& app, std::string_view given) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
  const std::vector<std::string_view> verbs(names.begin(), names.end());
  if (given.starts_with('-') || std::ranges::find(verbs, given) != verbs.end()) return;
  scree::fail("there is no verb '{}'; the nearest is '{}'. 'scree --help' shows all.", scree::shown(given),
              verbs[scree::nearest_word(given, verbs)]);
}

/// Fails if an argument is an option that the verb does not have, and names the nearest option.
void check_options(const CLI::App& verb, const std::string& verb_name, int argc, char** argv) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (int i = 2; i < argc; ++i) {
    const std::string_view argument(argv[i]), name = argument.substr(0, argument.find('='));
    if (name == "--") return;
    if (!name.starts_with("--") || std::ranges::find(known, name) != known.end()) continue;
    scree::fail("there is no option '{}' of 'scree {}'; the nearest is '{}'. 'scree {} --help' shows all.",
                scree::shown(name), verb_name, known[scree::nearest_word(name, known)], verb_name);
  }
}

/// Fails with the message of CLI11 on one line, followed by the command that shows the help.
[[noreturn]] void fail_arguments(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  std::string message = error.what();
  std::ranges::replace(message, '\n', ' ');
  const bool is_number = dynamic_cast<const CLI::ConversionError*>(&error) != nullptr;
  const auto verbs = app.get_subcommands();
  if (!verbs.empty() && dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const CLI::App* verb = verbs.front();
    const auto sub_verbs = verb->get_subcommands();  // bench has subcommands
    if (sub_verbs.empty()) {
      check_options(*verb, verb->get_name(), argc, argv);
    } else {
      check_options(*sub_verbs.front(), verb->get_name() + " " + sub_verbs.front()->get_name(), argc, argv);
    }
  }
  scree::fail("{}.{} 'scree {}--help' shows all options.", message,
              is_number ? " Write whole numbers like 12, others like 0.5 or 1e-3 (a point, no comma)." : "",
              verbs.empty() ? "" : verbs.front()->get_name() + " ");
}

}  // namespace

int main(int argc, char** argv) try {
  keep_freed_memory();
  std::set_terminate(end_at_once);
  scree::cli::remember_command(argc, argv);
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes then causes a write error
  CLI::App app{"Scree simulates angular grains: scenes, exact shapes and contact detection.", "scree"};
  app.set_version_flag("--version", std::string("scree ") + scree::version());
  app.require_subcommand(1);
  app.fallthrough();
  scree::cli::add_run(app);
  scree::cli::add_resume(app);
  scree::cli::add_view(app);
  scree::cli::add_render(app);
  scree::cli::add_plot(app);
  scree::cli::add_check(app);
  scree::cli::add_demo(app);
  scree::cli::add_shape(app);
  scree::cli::add_shapes(app);
  scree::cli::add_query(app);
  scree::cli::add_verify(app);
  scree::cli::add_bench(app);
  scree::cli::add_reproduce(app);
  scree::cli::add_list(app);
  scree::cli::add_info(app);
  try {
    if (argc > 1) check_verb(app, argv[1]);
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help and --version
    fail_arguments(app, error, argc, argv);
  }
  return 0;
} catch (const scree::cli::CheckFailed&) { return 1; } catch (const scree::Stopped& stopped) {
  return 128 + stopped.signal;
} catch (const scree::EnergyLost&) { return 3; } catch (const scree::Error& error) {
  std::fprintf(stderr, "scree: %s\n", error.what());
  return 2;
} catch (const std::bad_alloc&) {
  say_memory_ran_out();
  return 2;
} catch (const std::exception& error) {
  std::fprintf(stderr, "scree: unexpected: %s. This is a fault of the program; please report it.\n",
               error.what());
  return 1;
}
