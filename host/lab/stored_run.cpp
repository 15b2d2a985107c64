#include "lab/stored_run.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "console.hpp"
#include "errors.hpp"
#include "level_json.hpp"
#include "posix_file.hpp"

namespace ktour {
namespace {

using Json = nlohmann::ordered_json;

// What is wrong is said once, by whoever knows the file's name.
void require(bool holds, const std::string& otherwise) {
  if (!holds) throw std::invalid_argument(otherwise);
}

std::uint64_t read_squares(const Json& list, int area) {
  std::uint64_t squares = 0;
  for (const Json& square : list) {
    const int number = square.get<int>();
    require(square.is_number_integer() && number >= 0 && number < area,
            "a square lies outside the board");
    squares |= bit(number);
  }
  return squares;
}

Question read_question(const Json& json) {
  const Json& board_json = json.at("board");
  const auto rows = board_json.at("rows").get<int>();
  const auto columns = board_json.at("columns").get<int>();
  require(rows >= 1 && columns >= 1 && rows <= Board::kMaxSquares && columns <= Board::kMaxSquares,
          "there is no such board");
  const Board board(rows, columns, read_squares(board_json.at("missing"), rows * columns));
  const auto tours = json.at("tours").get<std::string>();
  require(tours == "open" || tours == "closed", "the tours are neither open nor closed");
  require(json.at("model") == "path", "the model is not the path model");
  Question question{board, tours == "open" ? Goal::kOpen : Goal::kClosed,
                    read_squares(json.at("starts"), board.area()),
                    PruneRules::parse(json.at("prune").get<std::string>())};
  // Runs from before there were end squares have none in them.
  if (json.contains("ends")) question.ends = read_squares(json["ends"], board.area());
  require(question.starts != 0 && (question.starts & ~board.present()) == 0 &&
              (question.ends & board.present()) != 0 &&
              (question.goal == Goal::kOpen || popcount(question.starts) == 1),
          "its start or end squares make no sense");
  return question;
}

void check_sample(const Json& sample, const Board& board, int depth) {
  const auto endpoint = sample.at("endpoint").get<int>();
  require(endpoint >= 0 && endpoint < board.area(), "a sample stands outside the board");
  require(Count::from_decimal(sample.at("multiplicity").get<std::string>()).has_value(),
          "a sample's multiplicity is no number");
  const auto text = sample.at("visited").get<std::string>();
  std::uint64_t visited = 0;
  const auto [stop, error] = std::from_chars(
      text.data() + 2, text.data() + std::max<std::size_t>(text.size(), 2), visited, 16);
  require(text.starts_with("0x") && error == std::errc{} && stop == text.data() + text.size() &&
              (visited & ~board.present()) == 0 && popcount(visited) == depth + 1,
          "a sample's squares are not as many as were visited");
  const auto path = sample.at("path").get<std::vector<int>>();
  if (path.empty()) return;
  std::uint64_t seen = 0;
  for (std::size_t move = 0; move < path.size(); ++move) {
    require(path[move] >= 0 && path[move] < board.area() &&
                (move == 0 || (board.moves(path[move - 1]) >> path[move] & 1) != 0),
            "a sample's path has a move that no knight makes");
    seen |= bit(path[move]);
  }
  require(seen == visited && path.size() == static_cast<std::size_t>(depth) + 1 &&
              path.back() == endpoint,
          "a sample's path does not reach it");
}

std::uint64_t sum(const std::vector<std::uint64_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
}

void check_levels(const Json& levels, const Board& board) {
  require(levels.is_array() && levels.size() == static_cast<std::size_t>(board.squares()),
          "there are not as many levels as squares");
  std::uint64_t explored = 0;
  std::uint64_t expected = 0;
  for (std::size_t depth = 0; depth < levels.size(); ++depth) {
    const LevelStatistics row = level_from_json(levels[depth]);
    const std::string level = fmt::format("level {}: ", depth);
    require(row.depth == static_cast<int>(depth), level + "it has another depth");
    require(row.inbox_states.size() == static_cast<std::size_t>(board.area()) &&
                sum(row.inbox_states) == row.frontier,
            level + "the inboxes do not make up the frontier");
    require(sum(row.messages) == row.generated - row.pruned,
            level + "the messages do not make up the children");
    require(depth == 0 || row.frontier == expected, level + "it is not what the level before left");
    explored += row.frontier;
    require(row.explored == explored, level + "the states explored do not add up");
    const bool last = depth + 1 == levels.size();
    require(last || row.expanded == row.frontier - row.dead_ends,
            level + "the states expanded and the dead ends do not make up the frontier");
    expected = row.generated - row.pruned - row.duplicates;
    for (const Json& sample : levels[depth].at("samples"))
      check_sample(sample, board, static_cast<int>(depth));
  }
}

Count read_count(const Json& text) {
  const auto count = Count::from_decimal(text.get<std::string>());
  require(count.has_value(), "a number of tours is no number");
  return *count;
}

StoredRun read_run(Json&& json, const std::string& name) {
  require(json.is_object() && json.at("format") == "ktour-run" && json.at("version") == 1,
          "it is not ktour-run, version 1");
  const Question question = read_question(json.at("question"));
  StoredRun run{std::move(json), question, false, {}};
  const Json& tours = run.json.at("tours");
  if (run.json.at("status") != "complete" || tours.is_null())
    throw UsageError(
        fmt::format("the run in '{}' did not get to its end ({}); only a finished one can "
                    "be replayed",
                    name, one_line(run.json.at("status").get<std::string>())));
  run.directed = read_count(tours.at("directed"));
  run.impossible = !run.json.at("impossible").is_null();
  if (run.impossible) {
    require(run.json.at("levels").empty() && run.directed == Count(),
            "an impossible question has levels or tours");
    require(why_impossible(run.question.board, run.question.goal).has_value(),
            "it calls a question impossible that is not");
    return run;
  }
  check_levels(run.json.at("levels"), run.question.board);
  const Json& by_end = tours.at("by_end");
  Count total;
  for (const Json& count : by_end) total += read_count(count);
  require(
      by_end.size() == static_cast<std::size_t>(run.question.board.area()) && total == run.directed,
      "the tours by end square do not add up");
  return run;
}

}  // namespace

StoredRun parse_stored_run(const std::string& text, const std::string& name) {
  try {
    return read_run(Json::parse(text), name);
  } catch (const Json::exception& error) {
    throw CorruptInput("'" + name + "' is no ktour-run document: " + one_line(error.what()));
  } catch (const std::invalid_argument& error) {
    throw CorruptInput("'" + name + "' is damaged: " + error.what());
  }
}

StoredRun read_stored_run(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad())
    throw UsageError("could not read '" + path + "': " + std::strerror(errno == 0 ? EIO : errno));
  return parse_stored_run(text, path);
}

}  // namespace ktour
