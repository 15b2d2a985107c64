#include "count_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "count_task.hpp"
#include "errors.hpp"
#include "known_counts.hpp"
#include "numbers.hpp"

namespace ktour {
namespace {

constexpr std::size_t kMostBfileDigits = 1000;

std::optional<SideRange> parse_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  const auto first = positive_number(text.substr(0, dots));
  const auto last = dots == std::string_view::npos ? first : positive_number(text.substr(dots + 2));
  if (!first || !last || *first > *last) return std::nullopt;
  return SideRange{*first, *last};
}

std::string range_text(SideRange range) {
  return range.varies() ? fmt::format("{}..{}", range.first, range.last)
                        : std::to_string(range.first);
}

std::optional<KnownCount> published(Sides sides, Goal goal) {
  return find_known_count(count_task(sides.lesser, sides.greater, goal));
}

const char* words_for(Absence absence) {
  switch (absence) {
    case Absence::kLimit:
      return "longer than --limit";
    case Absence::kSpace:
      return "did not fit";
    case Absence::kMismatch:
      return "disagrees with a published value";
    default:
      return "not reached";
  }
}

}  // namespace

std::pair<SideRange, SideRange> parse_board_ranges(const std::string& text) {
  const std::size_t cross = text.find_first_of("xX");
  const std::string_view whole = text;
  const auto rows = parse_range(whole.substr(0, cross));
  const auto columns =
      cross == std::string::npos ? std::nullopt : parse_range(whole.substr(cross + 1));
  if (!rows || !columns)
    throw UsageError("'" + text +
                     "' is no range of boards; write rows x columns, as in 3..8x3..12");
  return {*rows, *columns};
}

std::string Sides::name() const { return fmt::format("{}x{}", lesser, greater); }

const char* name_of(Absence absence) {
  switch (absence) {
    case Absence::kLimit:
      return "limit";
    case Absence::kSpace:
      return "space";
    case Absence::kMismatch:
      return "mismatch";
    default:
      return "not reached";
  }
}

void BoardCount::compare_with_published(Sides sides, Goal goal) {
  const auto known = published(sides, goal);
  if (!known || !directed) return;
  const std::string counted = to_decimal(as_counted(*known, *directed));
  if (counted == known->value) {
    verified_by = known->source;
    return;
  }
  directed.reset();
  absence = Absence::kMismatch;
  detail = fmt::format("ktour counts {}, {} says {}", counted, known->source, known->value);
}

CountTable::CountTable(SideRange rows, SideRange columns, Goal goal, bool directed)
    : rows_(rows), columns_(columns), goal_(goal), directed_(directed) {
  const std::int64_t cells =
      (std::int64_t{rows.last} - rows.first + 1) * (std::int64_t{columns.last} - columns.first + 1);
  if (cells > kMostBoards)
    throw UsageError(fmt::format("a table has at most {} boards, and {}x{} has {}", kMostBoards,
                                 range_text(rows), range_text(columns), cells));
  for (int row = rows.first; row <= rows.last; ++row)
    for (int column = columns.first; column <= columns.last; ++column)
      counts_.try_emplace(Sides::of(row, column));
}

std::vector<Sides> CountTable::boards() const {
  std::vector<Sides> boards;
  boards.reserve(counts_.size());
  for (const auto& [sides, count] : counts_) boards.push_back(sides);
  return boards;
}

bool CountTable::lacks(Absence absence) const {
  return std::any_of(counts_.begin(), counts_.end(), [&](const auto& entry) {
    return !entry.second.directed && entry.second.absence == absence;
  });
}

std::string CountTable::cell(Sides sides) const {
  const BoardCount& count = at(sides);
  if (!count.directed) return "?";
  return to_decimal(directed_ ? *count.directed : undirected(*count.directed, sides.squares()));
}

std::string CountTable::what() const {
  return fmt::format("{} {} tours", directed_ ? "directed" : "undirected", ktour::name_of(goal_));
}

std::string CountTable::text() const {
  std::vector<std::vector<std::string>> lines(1, {"m\\n"});
  for (int column = columns_.first; column <= columns_.last; ++column)
    lines[0].push_back(std::to_string(column));
  for (int row = rows_.first; row <= rows_.last; ++row) {
    lines.push_back({std::to_string(row)});
    for (int column = columns_.first; column <= columns_.last; ++column)
      lines.back().push_back(cell(Sides::of(row, column)));
  }
  std::vector<std::size_t> widths(lines[0].size());
  for (const auto& line : lines)
    for (std::size_t place = 0; place < line.size(); ++place)
      widths[place] = std::max(widths[place], line[place].size());
  std::string text = fmt::format("{} of boards of m rows and n columns\n", what());
  for (const auto& line : lines) {
    for (std::size_t place = 0; place < line.size(); ++place)
      text += fmt::format("{}{:>{}}", place == 0 ? "" : "  ", line[place], widths[place]);
    text += "\n";
  }
  return text;
}

std::string CountTable::notes() const {
  std::string text;
  const auto counted = std::count_if(counts_.begin(), counts_.end(), [](const auto& entry) {
    return entry.second.directed.has_value();
  });
  for (const Absence absence :
       {Absence::kMismatch, Absence::kLimit, Absence::kSpace, Absence::kNotReached}) {
    std::string boards;
    std::string detail;
    for (const auto& [sides, count] : counts_) {
      if (count.directed || count.absence != absence) continue;
      if (boards.empty()) detail = count.detail;
      boards += (boards.empty() ? "" : ", ") + sides.name();
    }
    if (!boards.empty())
      text += fmt::format("? {}: {}{}\n", words_for(absence), boards,
                          detail.empty() ? "" : " (" + detail + ")");
  }
  const auto verified = std::count_if(counts_.begin(), counts_.end(), [](const auto& entry) {
    return entry.second.verified_by.has_value();
  });
  return text +
         fmt::format("verified: {} of {} counts agree with a published value, {} have none\n",
                     verified, counted, counted - verified);
}

CountTable::Bfile CountTable::bfile() const {
  if (rows_.varies() == columns_.varies())
    throw UsageError("a b-file needs exactly one side that varies, as in 5x1..20");
  const SideRange range = rows_.varies() ? rows_ : columns_;
  const std::string fixed = std::to_string(rows_.varies() ? columns_.first : rows_.first);
  Bfile bfile;
  for (int n = range.first; n <= range.last; ++n) {
    const Sides sides = Sides::of(n, rows_.varies() ? columns_.first : rows_.first);
    const BoardCount& count = at(sides);
    const std::string term = cell(sides);
    if (!count.directed)
      bfile.end = fmt::format("its count is not there ({})", name_of(count.absence));
    else if (term.size() > kMostBfileDigits)
      bfile.end = fmt::format("it has {} digits, and a b-file takes at most {}", term.size(),
                              kMostBfileDigits);
    if (!bfile.end.empty()) {
      bfile.end = fmt::format("the b-file ends before n = {}: {}", n, bfile.end);
      break;
    }
    bfile.text += fmt::format("{} {}\n", n, term);
    ++bfile.terms;
  }
  bfile.text = fmt::format("# a(n) = number of {} of the {} board\n", what(),
                           rows_.varies() ? "n X " + fixed : fixed + " X n") +
               bfile.text;
  return bfile;
}

}  // namespace ktour
