#include "table_report.hpp"

#include <nlohmann/json.hpp>

#include "origin_json.hpp"

namespace ktour {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json describe_board(int rows, int columns, const BoardCount& count) {
  Json tours;
  if (count.directed)
    tours = {{"directed", to_decimal(*count.directed)},
             {"undirected", to_decimal(undirected(*count.directed, std::int64_t{rows} * columns))}};
  return {{"rows", rows},
          {"columns", columns},
          {"tours", std::move(tours)},
          {"absent", count.directed ? Json() : Json(name_of(count.absence))},
          {"detail", text_or_null(count.detail)},
          {"model", text_or_null(count.model)},
          {"seconds", count.seconds},
          {"peak_states", count.peak_states},
          {"verified_by", count.verified_by ? Json(*count.verified_by) : Json()}};
}

}  // namespace

Json to_json(const TableReport& report) {
  const CountTable& table = report.table;
  Json boards = Json::array();
  for (int row = table.rows().first; row <= table.rows().last; ++row)
    for (int column = table.columns().first; column <= table.columns().last; ++column)
      boards.push_back(describe_board(row, column, table.at(Sides::of(row, column))));
  return {{"format", "ktour-table"},
          {"version", 1},
          {"status", report.interrupted ? "interrupted" : "complete"},
          {"program", describe_program()},
          {"command_line", report.command_line},
          {"host", describe_host()},
          {"device", describe_device(report.options)},
          {"question",
           {{"rows", {table.rows().first, table.rows().last}},
            {"columns", {table.columns().first, table.columns().last}},
            {"tours", name_of(table.goal())},
            {"limit_seconds", report.limit_seconds ? Json(*report.limit_seconds) : Json()}}},
          {"boards", std::move(boards)}};
}

}  // namespace ktour
