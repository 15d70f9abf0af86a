// scree: the command line. Exit codes: 0 well, 1 a check failed or the program is at fault, 2 the input is.

#include "verbs.hpp"

#include "scree/error.hpp"
#include "scree/version.hpp"

#include <cstdio>

int main(int argc, char** argv) {
  CLI::App app{
      "Scree simulates angular grains: contacts of polyhedra, superquadrics and spheres, moved by the\n"
      "discrete element method.",
      "scree"};
  app.set_version_flag("--version", std::string("scree ") + scree::version());
  app.require_subcommand(1);
  app.fallthrough();
  scree::cli::add_demo(app);
  scree::cli::add_shape(app);
  scree::cli::add_list(app);
  scree::cli::add_info(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help and --version
    fmt::print(stderr, "scree: {}\n'scree --help' and 'scree <verb> --help' show what can be given.\n",
               error.what());
    return 2;
  } catch (const scree::Error& error) {
    fmt::print(stderr, "scree: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "scree: unexpected: {}. This is a fault of the program; please report it.\n",
               error.what());
    return 1;
  }
  return 0;
}
