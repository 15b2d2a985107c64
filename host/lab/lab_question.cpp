#include "lab/lab_question.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>

#include "errors.hpp"

namespace ktour {
namespace {

using Json = nlohmann::json;

Json read_object(const std::string& body, std::initializer_list<std::string_view> fields) {
  Json object = Json::parse(body, nullptr, false);
  if (object.is_discarded()) throw UsageError("the body is not JSON");
  if (!object.is_object()) throw UsageError("the body is not a JSON object");
  for (const auto& [name, value] : object.items())
    if (std::ranges::find(fields, name) == fields.end())
      throw UsageError("there is no field '" + name + "'");
  return object;
}

int whole_number(const Json& value, const char* field, int least, int most) {
  if (value.is_number_integer() && value >= least && value <= most) return value.get<int>();
  throw UsageError(fmt::format("{}: a whole number from {} to {} is needed", field, least, most));
}

std::string word(const Json& object, const char* field, std::string_view otherwise,
                 std::initializer_list<std::string_view> words) {
  if (!object.contains(field)) return std::string(otherwise);
  const Json& value = object[field];
  if (value.is_string() &&
      std::ranges::find(words, value.get_ref<const std::string&>()) != words.end())
    return value.get<std::string>();
  std::string list;
  for (const std::string_view each : words) list += (list.empty() ? "" : ", ") + std::string(each);
  throw UsageError(fmt::format("{}: one of {} is needed", field, list));
}

const Json& list(const Json& object, const char* field) {
  static const Json empty = Json::array();
  if (!object.contains(field)) return empty;
  if (!object[field].is_array()) throw UsageError(fmt::format("{}: a list is needed", field));
  return object[field];
}

PruneRules read_rules(const Json& object) {
  PruneRules rules;
  for (const Json& name : list(object, "prune")) {
    const auto* const known = std::ranges::find_if(kPruneRuleNames, [&](const auto& rule) {
      return name.is_string() && name.get_ref<const std::string&>() == rule.first;
    });
    if (known == kPruneRuleNames.end())
      throw UsageError("prune: the rules are colour, isolated, ends and connected");
    rules = rules.with(known->second);
  }
  return rules;
}

std::uint64_t read_starts(const Json& object, const Board& board) {
  std::uint64_t squares = 0;
  for (const Json& square : list(object, "starts"))
    squares |= bit(whole_number(square, "starts", 0, board.area() - 1));
  return squares;
}

}  // namespace

LabQuestion read_lab_question(const std::string& body) {
  const Json object = read_object(body, {"rows", "columns", "tours", "starts", "prune", "device"});
  for (const char* const field : {"rows", "columns"})
    if (!object.contains(field)) throw UsageError(fmt::format("{}: it is missing", field));
  const int rows = whole_number(object["rows"], "rows", 1, Board::kMaxSquares);
  const int columns = whole_number(object["columns"], "columns", 1, Board::kMaxSquares);
  if (rows * columns > Board::kMaxSquares)
    throw UsageError(fmt::format("rows, columns: a board has at most {} squares, {}x{} has {}",
                                 Board::kMaxSquares, rows, columns, rows * columns));
  const Board board(rows, columns);
  const Goal goal =
      word(object, "tours", "open", {"open", "closed"}) == "closed" ? Goal::kClosed : Goal::kOpen;
  Question question = Question::for_all_tours(board, goal, read_rules(object));
  const std::uint64_t starts = read_starts(object, board);
  if (goal == Goal::kClosed && popcount(starts) > 1)
    throw UsageError("starts: a closed tour passes every square; at most one start is needed");
  if (starts != 0) question.starts = starts;
  return {question, word(object, "device", "auto", {"auto", "cpu", "cuda"})};
}

std::uint64_t read_lab_step(const std::string& body) {
  const Json object = read_object(body, {"levels"});
  if (!object.contains("levels")) throw UsageError("levels: it is missing");
  const Json& levels = object["levels"];
  if (levels == "all") return Board::kMaxSquares;
  return static_cast<std::uint64_t>(whole_number(levels, "levels", 1, Board::kMaxSquares));
}

void read_lab_object(const std::string& body) { read_object(body, {}); }

}  // namespace ktour
