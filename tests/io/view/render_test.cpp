#include "scree/io/view/render.hpp"

#include "scree/io/encode/packing.hpp"
#include "scree/io/view/run_plots.hpp"
#include "support/small_world.hpp"
#include "support/support.hpp"

#include <cstring>
#include <numbers>

namespace scree {
namespace {

/// Decodes the pixels of a PNG that Scree wrote, by the rules of the format.
Image parse_png(const std::string& bytes) {
  const auto u32 = [&](std::size_t at) {
    std::uint32_t n = 0;
    for (int k = 0; k < 4; ++k) n = n << 8U | static_cast<unsigned char>(bytes.at(at + k));
    return n;
  };
  EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
  Image image{static_cast<int>(u32(16)), static_cast<int>(u32(20)), {}};
  EXPECT_EQ(bytes.substr(37, 4), "IDAT");
  const std::string rows = inflate(bytes.substr(41, u32(33)), "png");
  const std::size_t width = 3 * image.width;
  EXPECT_EQ(rows.size(), (width + 1) * image.height);
  std::vector<unsigned char> above(width);
  for (int y = 0; y < image.height; ++y) {
    const char filter = rows[y * (width + 1)];
    std::vector<unsigned char> row(width);
    for (std::size_t i = 0; i < width; ++i) {
      const int a = i >= 3 ? row[i - 3] : 0, b = above[i], c = i >= 3 ? above[i - 3] : 0, p = a + b - c;
      const int paeth = std::abs(p - a) <= std::abs(p - b) && std::abs(p - a) <= std::abs(p - c) ? a
                        : std::abs(p - b) <= std::abs(p - c)                                     ? b
                                                                                                 : c;
      const int guess = filter == 0 ? 0 : filter == 1 ? a : filter == 2 ? b : paeth;
      row[i] = static_cast<unsigned char>(rows[y * (width + 1) + 1 + i] + guess);
    }
    image.rgb.insert(image.rgb.end(), row.begin(), row.end());
    above = row;
  }
  return image;
}

TEST(Png, ImagesKeepTheirPixels) {
  Image image{37, 21, {}};
  Random random(3);
  for (int i = 0; i < 3 * 37 * 21; ++i)
    image.rgb.push_back(static_cast<unsigned char>(i % 7 == 0 ? random.below(256) : i / 9));
  const Image back = parse_png(format_png(image));
  EXPECT_EQ(back.width, 37);
  EXPECT_EQ(back.rgb, image.rgb);
}

/// Scene with a cube of 2 m, seen from the front.
struct OneCube {
  ViewCast cast{{{"cube", false, 2.48, library_shape("cube", {}, {Size::By::edge, 2})}}, {"rock"}, {}};
  ViewFrame frame{0, {{1, 0, 0, 3, 1.0, 0.5, {}}}, {}};
  RenderOptions options{.width = 120, .height = 120, .yaw = 0, .pitch = 0};
};

int differing(const Image& a, const Image& b) {
  int count = 0;
  for (std::size_t i = 0; i < a.rgb.size(); i += 3)
    count += std::memcmp(&a.rgb[i], &b.rgb[i], 3) != 0 ? 1 : 0;
  return count;
}

TEST(Render, ACubeFromTheFrontIsASquareOfItsColour) {
  const OneCube c;
  const Image image = render(c.frame, c.cast, {}, 0, c.options);
  const unsigned char *middle = image.pixel(60, 60), *corner = image.pixel(2, 2);
  EXPECT_GT(corner[0], 240);             // background colour
  EXPECT_GT(middle[2], middle[0] + 20);  // the first colour of the palette is blue
  // The square is as wide as it is high, lies in the middle, and has straight edges.
  int left = 60, right = 60, top = 60, bottom = 60;
  const auto inside = [&](int x, int y) { return std::abs(image.pixel(x, y)[0] - middle[0]) < 25; };
  while (left > 0 && inside(left - 1, 60)) --left;
  while (right < 119 && inside(right + 1, 60)) ++right;
  while (top > 0 && inside(60, top - 1)) --top;
  while (bottom < 119 && inside(60, bottom + 1)) ++bottom;
  EXPECT_GT(right - left, 40);
  EXPECT_NEAR(right - left, bottom - top, 1);
  EXPECT_NEAR(left + right, 119, 2);
  EXPECT_TRUE(inside(left + 1, top + 1) && inside(right - 1, bottom - 1));
}

TEST(Render, NearerBodiesHideFartherOnes) {
  OneCube c;
  c.cast.shapes.push_back({"other", false, 1.24, library_shape("cube", {}, {Size::By::edge, 1})});
  c.frame.bodies.push_back({2, 1, 0, 0, 1.0, 0, {{0, -3, 0}, {}}});  // in front: the eye looks along +y
  const Image before = render(c.frame, c.cast, {}, 0, c.options);
  EXPECT_GT(before.pixel(60, 60)[0], before.pixel(60, 60)[2]);  // the second colour of the palette is orange
  c.frame.bodies[1].pose.position.y = 3;
  const Image behind = render(c.frame, c.cast, {}, 0, c.options);
  EXPECT_LT(behind.pixel(60, 60)[0], behind.pixel(60, 60)[2]);
}

TEST(Render, ACutLeavesOutBodiesInFrontOfIt) {
  OneCube c;
  c.cast.shapes.push_back({"other", false, 1.24, library_shape("cube", {}, {Size::By::edge, 1})});
  const Image alone = render(c.frame, c.cast, {}, 0, c.options);
  c.frame.bodies.push_back({2, 1, 0, 0, 1.0, 0, {{0, -3, 0}, {}}});  // in front of the other body
  c.frame.contacts.push_back({1, 2, {0, -2, 0}, 1});
  c.options.cut = Cut{1, -2};
  EXPECT_EQ(differing(alone, render(c.frame, c.cast, {}, 0, c.options)), 0);
  c.options.cut = Cut{1, -4};
  EXPECT_GT(differing(alone, render(c.frame, c.cast, {}, 0, c.options)), 1000);
  c.options.yaw = std::numbers::pi, c.options.cut = Cut{1, -2};  // from behind, the other body is in front
  const Image other = render(c.frame, c.cast, {}, 0, c.options);
  EXPECT_GT(other.pixel(60, 60)[0], other.pixel(60, 60)[2]);
  c.options.chains = true;
  render(c.frame, c.cast, {}, 0, c.options);  // the contacts of omitted bodies are omitted too
}

TEST(Render, ShadowsFallOnTheGroundAndThemesDiffer) {
  OneCube c;
  c.options.pitch = 0.5;
  c.frame.bodies[0].pose.position.z = 1.0;
  WallTrack ground{0, {{-9, -9, 0}, {9, -9, 0}, {9, 9, 0}, {-9, 9, 0}}, {{0, 1, 2}, {0, 2, 3}}, {}, {Pose{}}};
  const Image with = render(c.frame, c.cast, {ground}, 0, c.options);
  int dark = 0, light = 0;
  for (std::size_t i = 0; i < with.rgb.size(); i += 3) {
    const bool grey = std::abs(with.rgb[i] - with.rgb[i + 2]) < 8;
    dark += grey && with.rgb[i] < 170 ? 1 : 0, light += grey && with.rgb[i] > 215 ? 1 : 0;
  }
  EXPECT_GT(dark, 100);
  EXPECT_GT(light, 1000);
  ground.poses[0].reset();
  EXPECT_GT(differing(with, render(c.frame, c.cast, {ground}, 0, c.options)), 2000);
  c.options.dark = true;
  EXPECT_LT(render(c.frame, c.cast, {}, 0, c.options).pixel(2, 2)[0], 60);
}

TEST(Render, ARunIsShownInAllColoursAndWithItsChains) {
  test::use_one_thread();
  World world = test::small_world(40);
  test::run(world, 600);
  const ViewFrame frame = view_frame(world);
  const ViewCast cast = view_cast(world);
  const std::vector<WallTrack> walls = track_walls({view_walls(world)});
  RenderOptions options{.width = 96, .height = 64};
  std::vector<Image> images;
  for (const ColorBy by : {ColorBy::shape, ColorBy::speed, ColorBy::size, ColorBy::contacts, ColorBy::id}) {
    options.color = by;
    images.push_back(render(frame, cast, walls, 0, options));
  }
  for (std::size_t i = 1; i < images.size(); ++i) EXPECT_GT(differing(images[0], images[i]), 300) << i;
  options.chains = true;
  EXPECT_GT(differing(images[0], render(frame, cast, walls, 0, options)), 300);
  EXPECT_EQ(
      differing(images[4], render(frame, cast, walls, 0, {.width = 96, .height = 64, .color = ColorBy::id})),
      0);
  EXPECT_EQ(render({}, cast, {}, 0, options).rgb.size(), 3U * 96 * 64);  // an empty frame also renders
}

TEST(RunPlots, EnergiesContactsAndWallsAreShown) {
  const std::string head =
      "step,time_s,bodies,kinetic_J,potential_J,elastic_J,damping_J,friction_J,local_J,walls_J,inserted_J,"
      "error_J,"
      "contacts,points,coordination,largest_overlap,floor_fx_N,floor_fy_N,floor_fz_N,floor_tx_Nm,floor_ty_Nm,"
      "floor_tz_Nm\n";
  const HistoryTable history =
      HistoryTable::parse(head +
                              "0,0,5,1,5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0\n10,0.1,5,2,3,0,0,0,0,0,0,0,4,4,1."
                              "5,0.01,3,0,-4,0,12,5\n20,0.2",
                          "h.csv");
  ASSERT_EQ(history.columns[0].size(), 2U);  // an incomplete row is skipped
  const auto plots = run_plots(history, "run");
  ASSERT_EQ(plots.size(), 4U);
  EXPECT_EQ(plots[0].plot.series[1].y, (std::vector<Real>{2, 0}));  // potential energy above its minimum
  EXPECT_EQ(plots[2].plot.series[0].name, "floor");
  EXPECT_EQ(plots[2].plot.series[0].y, (std::vector<Real>{0, 5}));
  EXPECT_EQ(plots[3].plot.series[0].y, (std::vector<Real>{0, 13}));
  EXPECT_NE(to_svg(plots[0].plot).find("lost by friction"), std::string::npos);
  EXPECT_ERROR(HistoryTable::parse("a,b\n1,2\n", "h.csv"), "h.csv: this is not the history of a run");
  EXPECT_ERROR(HistoryTable::parse("", "h.csv"), "the history of the run is empty");
  EXPECT_ERROR(HistoryTable::parse("step,time_s\n1\n", "h.csv"),
               "h.csv, line 2: there are 1 values under 2 names");
  EXPECT_ERROR(HistoryTable::parse("step,time_s\n1,x\n", "h.csv"), "h.csv, line 2: 'x' is not a number");
}

}  // namespace
}  // namespace scree
