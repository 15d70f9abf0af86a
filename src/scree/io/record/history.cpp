#include "scree/io/record/history.hpp"

#include "scree/error.hpp"
#include "scree/io/encode/checksum.hpp"
#include "scree/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <optional>
#include <set>

namespace scree {

Real coordination_number(const World& world) {
  std::size_t touching = 0;
  for (std::size_t k = 0; k < world.pairs.batches.size(); ++k) {
    if (!with_wall(world.pairs.batches[k].kind)) touching += world.contacts.batches[k].touching.size();
  }
  return world.bodies.count() > 0 ? 2 * static_cast<Real>(touching) / world.bodies.count() : 0;
}

std::string history_head(const World& world) {
  std::string head =
      "step,time_s,bodies,kinetic_J,potential_J,elastic_J,damping_J,friction_J,local_J,walls_J,inserted_J,"
      "model_J,error_J,contacts,points,coordination,largest_overlap";
  for (const Wall& wall : world.walls.all) {
    for (const char axis : {'x', 'y', 'z'}) head += fmt::format(",{}_f{}_N", wall.name, axis);
    for (const char axis : {'x', 'y', 'z'}) head += fmt::format(",{}_t{}_Nm", wall.name, axis);
  }
  return head;
}

std::string with_checksum(const std::string& line) { return fmt::format("{},{:016x}", line, checksum(line)); }

History::History(HistoryFiles files, const World& world, bool append)
    : rows_{std::move(files.rows), {nullptr, std::fclose}},
      copy_{std::move(files.copy), {nullptr, std::fclose}} {
  for (File* f : {&rows_, &copy_}) {
    f->file.reset(std::fopen(f->path.c_str(), append ? "ab" : "wb"));
    if (!f->file)
      fail("{}: cannot be written ({}). Choose another folder.", f->path.string(), std::strerror(errno));
  }
  if (!append) write(history_head(world));
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
  const auto put = [](File& f, const std::string& text) {
    const bool good = std::fputs((text + '\n').c_str(), f.file.get()) >= 0 && std::fflush(f.file.get()) == 0;
    if (!good)
      fail("{}: the file could not be written completely ({}).", f.path.string(), std::strerror(errno));
  };
  put(rows_, line);
  put(copy_, with_checksum(line));
}

void History::sync() {
  for (File* f : {&rows_, &copy_}) static_cast<void>(fsync(fileno(f->file.get())));
}

std::optional<std::int64_t> step_of_row(std::string_view line) {
  std::int64_t step = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), step);
  const bool row = error == std::errc() && end != line.data() + line.size() && *end == ',' && step >= 0;
  return row ? std::optional(step) : std::nullopt;
}

namespace {

/// True if a line has as many cells as the header, all of them numbers.
bool looks_like_a_row(std::string_view line, std::string_view head) {
  if (std::ranges::count(line, ',') != std::ranges::count(head, ',')) return false;
  while (true) {
    const std::string_view cell = line.substr(0, line.find(','));
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error == std::errc::invalid_argument || end != cell.data() + cell.size()) return false;
    if (cell.size() == line.size()) return true;
    line.remove_prefix(cell.size() + 1);
  }
}

/// Lines that `accept` approves, by step. A step with two different lines is treated as missing.
struct Rows {
  std::map<std::int64_t, std::string_view> at;
  bool damaged = false;  // a line is not a row
};

/// Reads whole lines only: half a line at the end was being written when the run was killed.
template <class Accept>
Rows read_rows(std::string_view text, const std::string& head, Accept accept) {
  Rows rows;
  std::set<std::int64_t> twice;
  if (text.find('\n') != std::string_view::npos || !text.starts_with(head.substr(0, text.size()))) {
    const std::string_view first = text.substr(0, text.find('\n'));
    rows.damaged = first != head;
    if (first == head) text.remove_prefix(std::min(text.size(), head.size() + 1));
  }
  while (text.find('\n') != std::string_view::npos) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() + 1);
    const std::optional<std::string_view> row = accept(line);
    const std::optional<std::int64_t> step = row ? step_of_row(*row) : std::nullopt;
    if (!step) {
      rows.damaged = true;
    } else if (const auto [known, is_new] = rows.at.emplace(*step, *row); !is_new && known->second != *row) {
      rows.damaged = true;
      twice.insert(*step);
    }
  }
  for (const std::int64_t step : twice) rows.at.erase(step);
  return rows;
}

}  // namespace

HistoryAtStep history_at(std::string_view rows, std::string_view copy, const std::string& head,
                         std::int64_t step, std::int64_t every) {
  const Rows ours = read_rows(rows, head, [&](std::string_view line) {
    return looks_like_a_row(line, head) ? std::optional(line) : std::nullopt;
  });
  const Rows theirs =
      read_rows(copy, with_checksum(head), [&](std::string_view line) -> std::optional<std::string_view> {
        const std::string_view row = line.substr(0, std::min(line.size(), line.rfind(',')));
        return with_checksum(std::string(row)) == line ? std::optional(row) : std::nullopt;
      });
  HistoryAtStep found;
  found.has_copy = !copy.empty();
  found.damaged = ours.damaged, found.copy_damaged = found.has_copy && theirs.damaged;
  const auto keep = [&](const std::string& line) {
    found.rows += line + '\n', found.copy += with_checksum(line) + '\n';
  };
  keep(head);
  for (std::int64_t s = 0; s <= step; s += every) {
    const auto a = ours.at.find(s), b = theirs.at.find(s);
    if (b != theirs.at.end()) {
      keep(std::string(b->second));
      if (a == ours.at.end() || a->second != b->second) found.restored.push_back(s);
    } else if (a != ours.at.end()) {
      keep(std::string(a->second));
      found.unchecked.push_back(s);
    } else {
      found.lost.push_back(s);
    }
  }
  found.damaged |= !found.restored.empty() || !found.lost.empty();
  found.copy_damaged |= found.has_copy && (!found.unchecked.empty() || !found.lost.empty());
  return found;
}

std::string steps_in_words(const std::vector<std::int64_t>& steps, std::int64_t every) {
  std::string text;
  for (std::size_t i = 0; i < steps.size();) {
    std::size_t end = i + 1;
    while (end < steps.size() && steps[end] == steps[end - 1] + every) ++end;
    if (!text.empty()) text += ", ";
    text += end == i + 1 ? fmt::format("{}", steps[i]) : fmt::format("{} to {}", steps[i], steps[end - 1]);
    i = end;
  }
  return text;
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
    const auto location = [&] { return fmt::format("{}, line {}", file, row); };
    if (words.size() != table.names.size())
      fail("{}: there are {} values under {} names.", location(), words.size(), table.names.size());
    for (std::size_t c = 0; c < words.size(); ++c)
      table.columns[c].push_back(parse_number(words[c], location));
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
