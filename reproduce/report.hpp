// The report of a reproduction. Its sections have rows (published value, measured value, verdict), notes and
// plots. It is printed as text and written as report.md, report.json, one SVG file per plot and drawing, and
// one PNG file per picture.
#pragma once

#include "scree/io/encode/plot.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

enum class Verdict : unsigned char {
  ok,           // the check holds
  differs,      // the check does not hold: the reproduction failed
  not_checked,  // this run is too short for the check
  shown,        // there is nothing to check: the numbers are only shown side by side
};
std::string_view name_of(Verdict verdict);

struct ReportRow {
  std::string what;       // situation, case or mean
  std::string published;  // "-" if the paper gives no value
  std::string measured;
  Verdict verdict = Verdict::shown;
  std::string note;  // printed after the verdict
};

/// Returns a row that passes if the deviation from the published value is at most the tolerance.
ReportRow near_row(std::string what, std::string published, std::string measured, Real deviation,
                   Real tolerance);

struct NamedPlot {
  std::string name;  // name of the file without .svg
  Plot plot;
};

struct NamedDrawing {
  std::string name, title;  // name: name of the file without .svg
  std::string svg;
};

struct NamedPicture {
  std::string name, title;  // name: name of the file without .png
  std::string png;          // its bytes
};

struct ReportSection {
  std::string title, text;  // text: meaning and units of the numbers
  std::vector<ReportRow> rows;
  std::vector<std::string> notes;  // at least one sentence each
  std::vector<NamedPlot> plots;
  std::vector<NamedDrawing> drawings = {};
  std::vector<NamedPicture> pictures = {};
  std::string part = {};  // name of the part of the paper
  std::string made = {};  // command and machine that produced this section

  int count(Verdict verdict) const;
};

struct Report {
  std::string name, source;      // short name and citation of the paper
  std::string command, machine;  // command and machine that produced the report last
  std::vector<ReportSection> sections;
  // Options of the command except --only. Sections that were made with other options are not mixed.
  std::string options = {};

  int count(Verdict verdict) const;
  std::string made() const;
};

std::string to_text(const ReportSection& section);
std::string to_markdown(const Report& report);
std::string to_json(const Report& report);

/// Returns a summary of all verdicts: "3 ok, 1 differs, ...".
std::string summary(const Report& report);

/// Writes report.md, report.json and the plots, all or none. Creates the folder and returns the file names.
std::vector<std::string> write_report(const Report& report, const std::filesystem::path& folder);

/// Reads a report that write_report() wrote. Throws an Error if it is incomplete.
Report read_report(const std::filesystem::path& folder);

}  // namespace scree
