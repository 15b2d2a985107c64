// A run as a page of its own: the document in the page's data block, and a run read back from JSON,
// whose damages are found.
#include <gtest/gtest.h>

#include "lab/lab_export.hpp"
#include "lab/stored_run.hpp"
#include "lab_events.hpp"
#include "posix_file.hpp"

namespace ktour {
namespace {

TEST(LabExport, PutsTheDocumentIntoThePage) {
  const std::string document = R"({"text":"</script><!-- & \" <b>"})";
  const std::string page = page_with_document(kTestPage, document);
  const std::string begin = "id=\"ktour-run\">";
  const std::size_t from = page.find(begin) + begin.size();
  const std::size_t to = page.find("</script>", from);
  const std::string block = page.substr(from, to - from);
  EXPECT_EQ(block.find('<'), std::string::npos);
  EXPECT_EQ(Json::parse(block), Json::parse(document));
  // Around it nothing has changed.
  EXPECT_EQ(page.substr(0, from) + "null" + page.substr(to), kTestPage);
}

TEST(LabExport, NeedsExactlyOnePlace) {
  EXPECT_THROW(page_with_document("", "{}"), CorruptInput);
  EXPECT_THROW(page_with_document("<p>page</p>", "{}"), CorruptInput);
  EXPECT_THROW(page_with_document(std::string(kTestPage) + kTestPage, "{}"), CorruptInput);
  EXPECT_THROW(page_with_document(page_with_document(kTestPage, "{}"), "{}"), CorruptInput);
}

TEST(LabLetters, AreOneASquare) {
  std::string letters;
  append_letters(std::vector<std::uint8_t>{0, 25, 26, 51, 52, 61, 62, 63}, letters);
  EXPECT_EQ(letters, "AZaz09-_");
  EXPECT_EQ(letters_to_json(letters, 4, 0, 10), R"(["AZaz","09-_"])");
  EXPECT_EQ(letters_to_json(letters, 4, 1, 10), R"(["09-_"])");
  EXPECT_EQ(letters_to_json(letters, 4, 0, 1), R"(["AZaz"])");
  EXPECT_EQ(letters_to_json(letters, 4, 2, 10), "[]");
}

Json report_of(const Question& question) {
  LabRun run(question, lab_options());
  run.allow(64);
  LabCursor cursor;
  events_until(run, cursor, "done");
  return run.run_json();
}

TEST(StoredRun, ReadsWhatARunWrote) {
  Question question = open_question("3x4", "ends");
  question.board = question.board.without(bit(5));
  question.starts = question.ends = question.board.present() & ~bit(0);
  const Json json = report_of(question);
  const StoredRun run = parse_stored_run(json.dump(), "file");
  EXPECT_EQ(run.json, json);
  EXPECT_EQ(run.question.board.missing(), bit(5));
  EXPECT_EQ(run.question.starts, question.starts);
  EXPECT_EQ(run.question.ends, question.ends);
  EXPECT_EQ(run.question.rules.names(), question.rules.names());
  EXPECT_EQ(to_decimal(run.directed), json["tours"]["directed"].get<std::string>());
  const Question closed = Question::for_all_tours(Board(3, 3), Goal::kClosed);
  EXPECT_TRUE(parse_stored_run(report_of(closed).dump(), "file").impossible);
}

TEST(StoredRun, ReadsARunFromBeforeThereWereEndSquares) {
  Json json = report_of(open_question("3x4", "ends"));
  json["question"].erase("ends");
  EXPECT_TRUE(parse_stored_run(json.dump(), "file").question.any_end());
}

// Each damage by itself is found.
TEST(StoredRun, FindsDamage) {
  const Json good = report_of(open_question("4x5", "none"));
  ASSERT_NO_THROW(parse_stored_run(good.dump(), "file"));
  const std::vector<std::pair<const char*, Json>> damages{
      {"/format", "ktour-count"},
      {"/version", 2},
      {"/levels", nullptr},
      {"/levels/3/depth", 4},
      {"/levels/3/frontier", 1},
      {"/levels/3/explored", 1},
      {"/levels/3/generated", 1},
      {"/levels/3/duplicates", 1'000'000},
      {"/levels/3/dead_ends", 7},
      {"/levels/3/inbox_states/2", 12345},
      {"/levels/3/inbox_states", Json::array()},
      {"/levels/3/messages/0/0", 1},
      {"/levels/3/paths", "many"},
      {"/levels/3/samples", 5},
      {"/levels/3/samples/0/visited", "0x1"},
      {"/levels/3/samples/0/visited", "1f"},
      {"/levels/3/samples/0/endpoint", 20},
      {"/levels/3/samples/0/multiplicity", 1},
      {"/levels/3/samples/0/path/1", 0},
      {"/levels/3/samples/0/path/1", -1},
      {"/levels/3/samples/0/path", std::vector<int>{1}},
      {"/question/board/rows", 0},
      {"/question/board/rows", 5},
      {"/question/board/columns", 1'000'000'000},
      {"/question/board/missing", std::vector<int>{77}},
      {"/question/starts", Json::array()},
      {"/question/starts/0", 20},
      {"/question/ends", Json::array()},
      {"/question/tours", "either"},
      {"/question/model", "profile"},
      {"/tours/directed", "163"},
      {"/tours/by_end/4", "x"},
      {"/tours/by_end", Json::array()},
      {"/impossible", "because"}};
  for (const auto& [where, value] : damages) {
    Json bad = good;
    bad[Json::json_pointer(where)] = value;
    EXPECT_THROW(parse_stored_run(bad.dump(), "file"), CorruptInput) << where << " " << value;
  }
  const std::string text = good.dump();
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{1}, text.size() / 2, text.size() - 1})
    EXPECT_THROW(parse_stored_run(text.substr(0, length), "file"), CorruptInput) << length;
  for (const char* const other : {"[]", "null", "7", "{}"})
    EXPECT_THROW(parse_stored_run(other, "file"), CorruptInput) << other;
}

TEST(StoredRun, TakesOnlyFinishedRuns) {
  Json json = report_of(open_question("3x4"));
  json["status"] = "interrupted";
  EXPECT_THROW(parse_stored_run(json.dump(), "file"), UsageError);
  json["tours"] = nullptr;
  EXPECT_THROW(parse_stored_run(json.dump(), "file"), UsageError);
  EXPECT_THROW(read_stored_run("/nonexistent/run.json"), UsageError);
}

}  // namespace
}  // namespace ktour
