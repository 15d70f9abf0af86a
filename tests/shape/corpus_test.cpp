// Every input that ever broke a reader, and the seeds of the fuzzers: each must end in a body or in an Error.

#include "scree/file.hpp"
#include "scree/shape/mesh.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/read.hpp"
#include "support/support.hpp"

#include <filesystem>

namespace scree {
namespace {

TEST(Corpus, EveryFileEndsInABodyOrAnError) {
  int bodies = 0, errors = 0;
  for (const std::string format : {"obj", "stl"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(SCREE_TEST_FOLDER) + "/corpus/" + format)) {
      SCOPED_TRACE(entry.path().string());
      const std::string bytes = read_file(entry.path());
      try {
        const Surface surface = parse_surface(bytes, "input." + format).surface;
        const Mesh mesh = make_mesh(surface);
        EXPECT_GT(mesh.mass.volume, 0);
        EXPECT_TRUE(is_finite(mesh.mass.inertia));
        ++bodies;
      } catch (const Error& error) {
        EXPECT_GT(std::string(error.what()).size(), 20U);
        ++errors;
      }
    }
  }
  EXPECT_GT(bodies, 5);
  EXPECT_GT(errors, 5);
}

}  // namespace
}  // namespace scree
