// Every input that ever broke a reader, and the seeds of the fuzzers. Each must end as corpus/expected.txt
// states: with a body, or with an Error that begins with the words given there.

#include "scree/file.hpp"
#include "scree/shape/mesh.hpp"
#include "scree/shape/read/read.hpp"
#include "scree/text.hpp"
#include "support/support.hpp"

#include <filesystem>
#include <map>

namespace scree {
namespace {

const std::filesystem::path corpus = std::filesystem::path(SCREE_TEST_FOLDER) / "corpus";

/// Returns the expected outcomes by name ("obj/cube"): "body", or the beginning of the message.
std::map<std::string, std::string> expected_outcomes() {
  std::map<std::string, std::string> expected;
  const std::string text = read_file(corpus / "expected.txt");
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view line = next_line(rest);
    const std::string_view name = next_word(line);
    if (name.empty() || name.starts_with('#')) continue;
    expected[std::string(name)] = line.substr(line.find_first_not_of(' '));
  }
  return expected;
}

std::string outcome(const std::filesystem::path& file, const std::string& format) {
  try {
    const Mesh mesh = make_mesh(parse_surface(read_file(file), "input." + format).surface);
    EXPECT_GT(mesh.mass.volume, 0);
    EXPECT_TRUE(is_finite(mesh.mass.inertia));
    return "body";
  } catch (const Error& error) { return error.what(); }
}

TEST(Corpus, EveryFileEndsAsExpected) {
  auto expected = expected_outcomes();
  for (const std::string format : {"obj", "stl"}) {
    for (const auto& entry : std::filesystem::directory_iterator(corpus / format)) {
      const std::string name = format + "/" + entry.path().filename().string();
      const std::string ended = outcome(entry.path(), format);
      ASSERT_TRUE(expected.contains(name)) << "add to corpus/expected.txt: " << name << " " << ended;
      EXPECT_TRUE(ended.starts_with(expected[name])) << name << " ended in: " << ended;
      expected.erase(name);
    }
  }
  for (const auto& [name, outcome] : expected) ADD_FAILURE() << name << " is expected, but not there";
}

TEST(Corpus, HullsOfEveryFileEndInABodyOrAnError) {
  for (const std::string format : {"obj", "stl"}) {
    for (const auto& entry : std::filesystem::directory_iterator(corpus / format)) {
      SCOPED_TRACE(entry.path().string());
      try {
        const Mesh mesh =
            make_mesh(parse_surface(read_file(entry.path()), "input." + format, {.hull = true}).surface);
        for (const Real layer : mesh.layer_thickness) EXPECT_TRUE(layer > 0 && std::isfinite(layer));
      } catch (const Error&) {
        // This Error is expected if the points lie in a plane or the file has no coordinates.
      }
    }
  }
}

}  // namespace
}  // namespace scree
