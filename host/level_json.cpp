#include "level_json.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <utility>

namespace ktour {

using Json = nlohmann::ordered_json;

Json level_to_json(const LevelStatistics& row) {
  Json messages = Json::array();
  const std::size_t inboxes = row.inbox_states.size();
  for (std::size_t source = 0; source < inboxes; ++source) {
    Json from = Json::array();
    for (std::size_t target = 0; target < inboxes; ++target)
      from.push_back(row.messages[source * inboxes + target]);
    messages.push_back(std::move(from));
  }
  return {{"depth", row.depth},
          {"frontier", row.frontier},
          {"expanded", row.expanded},
          {"generated", row.generated},
          {"pruned", row.pruned},
          {"dead_ends", row.dead_ends},
          {"duplicates", row.duplicates},
          {"explored", row.explored},
          {"paths", to_decimal(row.paths)},
          {"bytes", row.bytes},
          {"ms",
           {{"expand", row.ms(Phase::kExpand)},
            {"route", row.ms(Phase::kRoute)},
            {"merge", row.ms(Phase::kMerge)},
            {"wall", row.wall_ms}}},
          {"states_per_second",
           row.wall_ms > 0 ? static_cast<double>(row.frontier) / row.wall_ms * 1e3 : 0.0},
          {"inbox_states", row.inbox_states},
          {"messages", std::move(messages)}};
}

LevelStatistics level_from_json(const Json& level) {
  LevelStatistics row;
  level.at("depth").get_to(row.depth);
  level.at("frontier").get_to(row.frontier);
  level.at("expanded").get_to(row.expanded);
  level.at("generated").get_to(row.generated);
  level.at("pruned").get_to(row.pruned);
  level.at("dead_ends").get_to(row.dead_ends);
  level.at("duplicates").get_to(row.duplicates);
  level.at("explored").get_to(row.explored);
  level.at("bytes").get_to(row.bytes);
  const auto paths = Count::from_decimal(level.at("paths").get<std::string>());
  if (!paths) throw std::invalid_argument("paths is no number");
  row.paths = *paths;
  const Json& ms = level.at("ms");
  ms.at("expand").get_to(row.ms(Phase::kExpand));
  ms.at("route").get_to(row.ms(Phase::kRoute));
  ms.at("merge").get_to(row.ms(Phase::kMerge));
  ms.at("wall").get_to(row.wall_ms);
  level.at("inbox_states").get_to(row.inbox_states);
  for (const Json& from : level.at("messages"))
    for (const Json& sent : from) row.messages.push_back(sent.get<std::uint64_t>());
  if (row.messages.size() != row.inbox_states.size() * row.inbox_states.size())
    throw std::invalid_argument("the message matrix is not square");
  return row;
}

}  // namespace ktour
