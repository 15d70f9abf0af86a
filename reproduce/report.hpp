// What a reproduction found: rows of published | measured | verdict, in sections, with notes and plots.
// Printed as text, written as report.md, report.json and one SVG file per plot and drawing,
// pictures as PNG.
#pragma once

#include "scree/io/encode/plot.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

enum class Verdict : unsigned char {
  ok,           // a check that holds
  differs,      // a check that does not: the reproduction failed
  not_checked,  // a check of times that this run is too short for
  shown,        // nothing to check: the numbers stand beside each other
};
std::string_view name_of(Verdict verdict);

struct ReportRow {
  std::string what;       // situation, case or mean
  std::string published;  // "-" where the paper says nothing
  std::string measured;
  Verdict verdict = Verdict::shown;
  std::string note;  // follows the verdict
};

/// A row whose numbers must be as near to the published ones as the tolerance says.
ReportRow near_row(std::string what, std::string published, std::string measured, Real deviation,
                   Real tolerance);

struct NamedPlot {
  std::string name;  // of the file, without .svg
  Plot plot;
};

struct NamedDrawing {
  std::string name, title;  // name: of the file, without .svg
  std::string svg;
};

struct NamedPicture {
  std::string name, title;  // name: of the file, without .png
  std::string png;          // its bytes
};

struct ReportSection {
  std::string title, text;  // text: what the numbers are, and their units
  std::vector<ReportRow> rows;
  std::vector<std::string> notes;  // one sentence or more each
  std::vector<NamedPlot> plots;
  std::vector<NamedDrawing> drawings = {};
  std::vector<NamedPicture> pictures = {};
  std::string part = {};  // of the paper
  std::string made = {};  // by what and on what

  int count(Verdict verdict) const;
};

struct Report {
  std::string name, source;      // short name and citation of the paper
  std::string command, machine;  // what made the report last, and on what
  std::vector<ReportSection> sections;
  std::string options =
      {};  // of the command, but for the parts: sections of others are not of the same report

  int count(Verdict verdict) const;
  std::string made() const;
};

std::string to_text(const ReportSection& section);
std::string to_markdown(const Report& report);
std::string to_json(const Report& report);

/// "3 ok, 1 differs, ...".
std::string summary(const Report& report);

/// Writes report.md, report.json and the plots: all or none. Makes the folder; returns the files' names.
std::vector<std::string> write_report(const Report& report, const std::filesystem::path& folder);

/// What write_report() wrote. An Error where it is not whole.
Report read_report(const std::filesystem::path& folder);

}  // namespace scree
