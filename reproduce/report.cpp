#include "reproduce/report.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace scree {
namespace {

constexpr Verdict all_verdicts[] = {Verdict::ok, Verdict::differs, Verdict::not_checked, Verdict::shown};

std::string verdict_text(const ReportRow& row) {
  std::string text(name_of(row.verdict));
  if (!row.note.empty()) text += ": " + row.note;
  return text;
}

using Cells = std::array<std::string, 4>;
const Cells heads = {"what", "published", "measured", "verdict"};
Cells cells_of(const ReportRow& row) { return {row.what, row.published, row.measured, verdict_text(row)}; }

/// Escapes vertical bars, which would end a Markdown table cell.
std::string in_markdown(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\\|");
  return text;
}

std::string to_markdown(const ReportSection& section, const std::string& report_made) {
  std::string out = fmt::format("## {}\n\n{}\n", section.title, section.text);
  if (!section.made.empty() && section.made != report_made)
    out += fmt::format("\nMade by {}.\n", section.made);
  if (!section.rows.empty()) out += "\n| what | published | measured | verdict |\n|---|---|---|---|\n";
  for (const ReportRow& row : section.rows) {
    const Cells c = cells_of(row);
    out += fmt::format("| {} | {} | {} | {} |\n", in_markdown(c[0]), in_markdown(c[1]), in_markdown(c[2]),
                       in_markdown(c[3]));
  }
  if (!section.notes.empty()) out += '\n';
  for (const std::string& note : section.notes) out += "- " + note + '\n';
  for (const NamedPlot& p : section.plots) out += fmt::format("\n![{}]({}.svg)\n", p.plot.title, p.name);
  for (const NamedDrawing& d : section.drawings) out += fmt::format("\n![{}]({}.svg)\n", d.title, d.name);
  for (const NamedPicture& p : section.pictures) out += fmt::format("\n![{}]({}.png)\n", p.title, p.name);
  return out;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::ok:
      return "ok";
    case Verdict::differs:
      return "DIFFERS";
    case Verdict::not_checked:
      return "not checked";
    case Verdict::shown:
      break;
  }
  return "shown";
}

ReportRow near_row(std::string what, std::string published, std::string measured, Real deviation,
                   Real tolerance) {
  const bool near = deviation <= tolerance;  // false for NaN
  return {std::move(what), std::move(published), std::move(measured), near ? Verdict::ok : Verdict::differs,
          fmt::format("off by {:.1e}, allowed {:.0e}", deviation, tolerance)};
}

int ReportSection::count(Verdict verdict) const {
  return static_cast<int>(
      std::count_if(rows.begin(), rows.end(), [=](const ReportRow& row) { return row.verdict == verdict; }));
}

int Report::count(Verdict verdict) const {
  int n = 0;
  for (const ReportSection& section : sections) n += section.count(verdict);
  return n;
}

std::string Report::made() const { return fmt::format("`{}` on {}", command, machine); }

std::string to_text(const ReportSection& section) {
  Cells::size_type width[3];
  for (std::size_t c = 0; c < 3; ++c) {
    width[c] = heads[c].size();
    for (const ReportRow& row : section.rows) width[c] = std::max(width[c], cells_of(row)[c].size());
  }
  std::string out = fmt::format("{}\n{}\n", section.title, section.text);
  const auto line = [&](const Cells& c) {
    out += fmt::format("  {:<{}} | {:<{}} | {:<{}} | {}\n", c[0], width[0], c[1], width[1], c[2], width[2],
                       c[3]);
  };
  if (!section.rows.empty()) line(heads);
  for (const ReportRow& row : section.rows) line(cells_of(row));
  for (const std::string& note : section.notes) out += "  * " + note + '\n';
  return out;
}

std::string summary(const Report& report) {
  std::string text;
  for (const Verdict v : all_verdicts) {
    if (report.count(v) > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", report.count(v), name_of(v));
  }
  return text.empty() ? "no rows" : text;
}

std::string to_markdown(const Report& report) {
  std::string out = fmt::format("# Reproduction of {}\n\n{}\n\nMade by {}.\nRows: {}.\n", report.name,
                                report.source, report.made(), summary(report));
  for (const ReportSection& section : report.sections) out += '\n' + to_markdown(section, report.made());
  return out;
}

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view plot_kinds[] = {"bars", "lines", "dots"};

Json json_of(const ReportRow& r) {
  return {{"what", r.what},
          {"published", r.published},
          {"measured", r.measured},
          {"verdict", name_of(r.verdict)},
          {"note", r.note}};
}

ReportRow row_of(const Json& json) {
  const auto is = [&](Verdict v) { return name_of(v) == json.at("verdict"); };
  const auto* found = std::find_if(std::begin(all_verdicts), std::end(all_verdicts), is);
  if (found == std::end(all_verdicts))
    fail("there is no verdict '{}'", json.at("verdict").get<std::string>());
  return {json.at("what"), json.at("published"), json.at("measured"), *found, json.at("note")};
}

Json json_of(const NamedPlot& named) {
  const Plot& p = named.plot;
  Json series = Json::array();
  for (const PlotSeries& s : p.series) {
    Json one = {{"name", s.name}, {"y", s.y}};
    if (!s.x.empty()) one["x"] = s.x;
    if (!s.spread.empty()) one["spread"] = s.spread;
    series.push_back(one);
  }
  return {{"file", named.name + ".svg"},
          {"kind", plot_kinds[static_cast<std::size_t>(p.kind)]},
          {"title", p.title},
          {"x_label", p.x_label},
          {"y_label", p.y_label},
          {"log_x", p.log_x},
          {"log_y", p.log_y},
          {"dots", p.dots},
          {"places", p.categories},
          {"series", series}};
}

/// Reads a list of numbers. A null stands for a value that was not finite.
std::vector<Real> numbers_of(const Json& json, const char* key) {
  std::vector<Real> numbers;
  if (!json.contains(key)) return numbers;
  for (const Json& n : json.at(key))
    numbers.push_back(n.is_null() ? std::numeric_limits<Real>::quiet_NaN() : n.get<Real>());
  return numbers;
}

std::string stem_of(const Json& json) {
  return std::filesystem::path(json.at("file").get<std::string>()).stem().string();
}

NamedPlot plot_of(const Json& json) {
  Plot p;
  const auto* kind =
      std::find(std::begin(plot_kinds), std::end(plot_kinds), json.at("kind").get<std::string>());
  if (kind == std::end(plot_kinds))
    fail("there is no kind of plots '{}'", json.at("kind").get<std::string>());
  p.kind = static_cast<Plot::Kind>(kind - std::begin(plot_kinds));
  p.title = json.at("title"), p.x_label = json.at("x_label"), p.y_label = json.at("y_label");
  p.log_x = json.at("log_x"), p.log_y = json.at("log_y"), p.dots = json.at("dots");
  p.categories = json.at("places").get<std::vector<std::string>>();
  for (const Json& s : json.at("series"))
    p.series.push_back({s.at("name"), numbers_of(s, "y"), numbers_of(s, "x"), numbers_of(s, "spread")});
  return {stem_of(json), p};
}

Json json_of(const ReportSection& section) {
  Json rows = Json::array(), plots = Json::array(), drawings = Json::array(), pictures = Json::array();
  for (const ReportRow& r : section.rows) rows.push_back(json_of(r));
  for (const NamedPlot& p : section.plots) plots.push_back(json_of(p));
  for (const NamedDrawing& d : section.drawings)
    drawings.push_back({{"file", d.name + ".svg"}, {"title", d.title}});
  for (const NamedPicture& p : section.pictures)
    pictures.push_back({{"file", p.name + ".png"}, {"title", p.title}});
  return {{"part", section.part}, {"title", section.title}, {"text", section.text},
          {"made", section.made}, {"rows", rows},           {"notes", section.notes},
          {"plots", plots},       {"drawings", drawings},   {"pictures", pictures}};
}

ReportSection section_of(const Json& json, const std::filesystem::path& folder) {
  ReportSection section{
      json.at("title"), json.at("text"), {}, json.at("notes").get<std::vector<std::string>>(), {}};
  section.part = json.at("part"), section.made = json.at("made");
  for (const Json& r : json.at("rows")) section.rows.push_back(row_of(r));
  for (const Json& p : json.at("plots")) section.plots.push_back(plot_of(p));
  for (const Json& d : json.at("drawings"))
    section.drawings.push_back({stem_of(d), d.at("title"), read_file(folder / (stem_of(d) + ".svg"))});
  for (const Json& p : json.at("pictures"))
    section.pictures.push_back({stem_of(p), p.at("title"), read_file(folder / (stem_of(p) + ".png"))});
  return section;
}

}  // namespace

std::string to_json(const Report& report) {
  Json sections = Json::array(), counts;
  for (const ReportSection& section : report.sections) sections.push_back(json_of(section));
  for (const Verdict v : all_verdicts) counts[std::string(name_of(v))] = report.count(v);
  const Json document = {{"paper", report.name},      {"source", report.source},
                         {"command", report.command}, {"options", report.options},
                         {"machine", report.machine}, {"rows", counts},
                         {"sections", sections}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Report read_report(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "report.json";
  try {
    const Json json = Json::parse(read_file(file));
    Report report{json.at("paper"),  json.at("source"), json.at("command"), json.at("machine"), {},
                  json.at("options")};
    for (const Json& section : json.at("sections")) report.sections.push_back(section_of(section, folder));
    return report;
  } catch (const Json::exception& e) {
    fail("{}: this is not a report of this version of scree ({}). Delete it, or choose another folder.",
         file.string(), e.what());
  }
}

std::vector<std::string> write_report(const Report& report, const std::filesystem::path& folder) {
  make_folder(folder);
  std::vector<NamedBytes> files{{folder / "report.md", to_markdown(report)},
                                {folder / "report.json", to_json(report)}};
  for (const ReportSection& section : report.sections) {
    for (const NamedPlot& p : section.plots) files.push_back({folder / (p.name + ".svg"), to_svg(p.plot)});
    for (const NamedDrawing& d : section.drawings) files.push_back({folder / (d.name + ".svg"), d.svg});
    for (const NamedPicture& p : section.pictures) files.push_back({folder / (p.name + ".png"), p.png});
  }
  write_files(files);
  std::vector<std::string> names;
  for (const NamedBytes& file : files) names.push_back(file.path.filename().string());
  return names;
}

}  // namespace scree
