#include "scree/io/report.hpp"

#include "scree/file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

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

/// A bar would end a cell.
std::string in_markdown(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\\|");
  return text;
}

std::string to_markdown(const ReportSection& section) {
  std::string out = fmt::format("## {}\n\n{}\n", section.title, section.text);
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

int Report::count(Verdict verdict) const {
  int n = 0;
  for (const ReportSection& section : sections) {
    for (const ReportRow& row : section.rows) n += row.verdict == verdict ? 1 : 0;
  }
  return n;
}

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
  std::string out = fmt::format("# Reproduction of {}\n\n{}\n\nMade by `{}` on {}.\nRows: {}.\n", report.name,
                                report.source, report.command, report.machine, summary(report));
  for (const ReportSection& section : report.sections) out += '\n' + to_markdown(section);
  return out;
}

std::string to_json(const Report& report) {
  using json = nlohmann::ordered_json;
  json sections = json::array();
  for (const ReportSection& section : report.sections) {
    json rows = json::array(), plots = json::array();
    for (const ReportRow& r : section.rows) {
      rows.push_back({{"what", r.what},
                      {"published", r.published},
                      {"measured", r.measured},
                      {"verdict", name_of(r.verdict)},
                      {"note", r.note}});
    }
    for (const NamedPlot& p : section.plots) {
      json series = json::array();
      for (const PlotSeries& s : p.plot.series) {
        json one = {{"name", s.name}, {"y", s.y}};
        if (!s.x.empty()) one["x"] = s.x;
        if (!s.spread.empty()) one["spread"] = s.spread;
        series.push_back(one);
      }
      plots.push_back({{"file", p.name + ".svg"},
                       {"title", p.plot.title},
                       {"y_label", p.plot.y_label},
                       {"places", p.plot.places},
                       {"series", series}});
    }
    json drawings = json::array();
    for (const NamedDrawing& d : section.drawings)
      drawings.push_back({{"file", d.name + ".svg"}, {"title", d.title}});
    json pictures = json::array();
    for (const NamedPicture& p : section.pictures)
      pictures.push_back({{"file", p.name + ".png"}, {"title", p.title}});
    sections.push_back({{"title", section.title},
                        {"text", section.text},
                        {"rows", rows},
                        {"notes", section.notes},
                        {"plots", plots},
                        {"drawings", drawings},
                        {"pictures", pictures}});
  }
  json counts;
  for (const Verdict v : all_verdicts) counts[std::string(name_of(v))] = report.count(v);
  const json document = {{"paper", report.name},      {"source", report.source}, {"command", report.command},
                         {"machine", report.machine}, {"rows", counts},          {"sections", sections}};
  return document.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
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
