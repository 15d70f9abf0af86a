#include "scree/io/history.hpp"

#include "scree/error.hpp"
#include "scree/text.hpp"

#include <cerrno>
#include <cstring>

namespace scree {

Real coordination_number(const World& world) {
  std::size_t touching = 0;
  for (std::size_t k = 0; k < world.pairs.batches.size(); ++k) {
    if (!with_wall(world.pairs.batches[k].kind)) touching += world.contacts.batches[k].touching.size();
  }
  return world.bodies.count() > 0 ? 2 * static_cast<Real>(touching) / world.bodies.count() : 0;
}

History::History(std::filesystem::path path, const World& world, bool append)
    : path_(std::move(path)), file_(std::fopen(path_.c_str(), append ? "ab" : "wb"), std::fclose) {
  if (!file_)
    fail("{}: cannot be written ({}). Choose another folder.", path_.string(), std::strerror(errno));
  if (append) return;
  std::string head =
      "step,time_s,bodies,kinetic_J,potential_J,elastic_J,damping_J,friction_J,local_J,walls_J,inserted_J,"
      "model_J,error_J,contacts,points,coordination,largest_overlap";
  for (const Wall& wall : world.walls.all) {
    for (const char axis : {'x', 'y', 'z'}) head += fmt::format(",{}_f{}_N", wall.name, axis);
    for (const char axis : {'x', 'y', 'z'}) head += fmt::format(",{}_t{}_Nm", wall.name, axis);
  }
  write(head);
}

void History::add(World& w) {
  w.update_ledger();
  const Ledger& e = w.ledger;
  std::string row = fmt::format(
      "{},{:.9g},{},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.3g},{},{},{:.4f},{:."
      "4g}",
      w.steps, w.time, w.bodies.count(), e.kinetic, e.potential, e.elastic, e.damping, e.friction, e.local,
      e.walls, e.inserted, e.model, e.error(w.first_total), w.contacts.touching_count(),
      w.contacts.point_count(), coordination_number(w), w.largest_overlap());
  for (const Wall& wall : w.walls.all) {
    for (const Vec3 v : {wall.force, wall.torque}) {
      const Vec3 now = wall.present ? v : Vec3{};
      row += fmt::format(",{:.6g},{:.6g},{:.6g}", now.x, now.y, now.z);
    }
  }
  write(row);
}

void History::write(const std::string& line) {
  const bool good = std::fputs(line.c_str(), file_.get()) >= 0 && std::fputc('\n', file_.get()) != EOF &&
                    std::fflush(file_.get()) == 0;
  if (!good) fail("{}: writing stopped ({}).", path_.string(), std::strerror(errno));
}

HistoryTable HistoryTable::parse(std::string_view text, const std::string& file) {
  const auto cells = [](std::string_view line) {
    std::vector<std::string_view> found;
    for (std::size_t end = 0; end != std::string_view::npos;
         line.remove_prefix(std::min(line.size(), end + 1))) {
      end = line.find(',');
      found.push_back(line.substr(0, end));
    }
    return found;
  };
  HistoryTable table;
  for (int row = 1; text.find('\n') != std::string_view::npos; ++row) {
    const std::vector<std::string_view> words = cells(next_line(text));
    if (row == 1) {
      if (words.size() < 2 || words[0] != "step" || words[1] != "time_s")
        fail("{}: this is not the history of a run: its first line must begin with step,time_s.", file);
      table.names.assign(words.begin(), words.end());
      table.columns.resize(words.size());
      continue;
    }
    const auto place = [&] { return fmt::format("{}, line {}", file, row); };
    if (words.size() != table.names.size())
      fail("{}: there are {} values under {} names.", place(), words.size(), table.names.size());
    for (std::size_t c = 0; c < words.size(); ++c) table.columns[c].push_back(parse_number(words[c], place));
  }
  if (table.names.empty()) fail("{}: the history of the run is empty.", file);
  return table;
}

const std::vector<Real>* HistoryTable::find(std::string_view name) const {
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (names[c] == name) return &columns[c];
  }
  return nullptr;
}

}  // namespace scree
