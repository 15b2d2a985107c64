// A run of the Lab is held at every barrier, says in order what the engine did, and is the engine's
// run: the same numbers, samples and tours.
#include "lab/lab_run.hpp"

#include <gtest/gtest.h>

#include <set>

#include "expectations.hpp"
#include "lab_events.hpp"

namespace ktour {
namespace {

using std::chrono::milliseconds;

TEST(LabRun, IsHeldAtTheFirstBarrierAndShowsIt) {
  LabRun run(open_question("5x5", "none"), lab_options());
  LabCursor cursor;
  const auto events = events_until_status(run, cursor, "ready");
  ASSERT_EQ(events.size(), 1U);
  const Json status = Json::parse(events[0].json);
  EXPECT_EQ(status["level"], 0);
  EXPECT_EQ(status["allowed"], 0);
  EXPECT_EQ(status["frontier"], 25);
  EXPECT_EQ(status["inbox_states"], std::vector<int>(25, 1));
  ASSERT_EQ(status["samples"].size(), 25U);
  EXPECT_EQ(status["samples"][3]["path"], std::vector<int>{3});
  // Nothing moves without a permit.
  EXPECT_TRUE(run.news(cursor, milliseconds(30)).value().empty());
  EXPECT_FALSE(run.done());
}

TEST(LabRun, StepsOneLevelAtATime) {
  LabRun run(open_question("4x5"), lab_options());
  LabCursor cursor;
  events_until_status(run, cursor, "ready");
  for (int level = 0; level < run.last_level(); ++level) {
    EXPECT_LE(run.allow(1), 1);
    const auto events = events_until_status(run, cursor, "waiting");
    const auto levels = levels_of(events);
    ASSERT_EQ(levels.size(), 1U) << level;
    EXPECT_EQ(levels[0]["depth"], level);
    EXPECT_EQ(Json::parse(events.back().json)["level"], level + 1);
    EXPECT_TRUE(run.news(cursor, milliseconds(0)).value().empty());
  }
  run.allow(1);
  EXPECT_EQ(levels_of(events_until(run, cursor, "done")).size(), 1U);
}

TEST(LabRun, LevelsAreTheEnginesOwn) {
  for (const char* rules : {"none", "all"}) {
    const Question question = open_question("5x5", rules);
    LabRun run(question, lab_options());
    run.allow(64);
    LabCursor cursor;
    const auto events = events_until(run, cursor, "done");
    const auto levels = levels_of(events);

    RunOptions options = lab_options();
    const RunResult expected = run_path_model(question, options);
    RunStatistics actual = expected.statistics;
    actual.levels.clear();
    for (const Json& level : levels) actual.levels.push_back(level_from_json(level));
    expect_same_levels(expected.statistics, actual);
    for (std::size_t depth = 0; depth < levels.size(); ++depth) {
      EXPECT_EQ(levels[depth]["samples"], samples_to_json(expected.samples[depth]));
      EXPECT_LE(levels[depth]["samples"].size(), 64U);
      if (depth + 1 == levels.size()) {
        EXPECT_TRUE(levels[depth]["next_frontier"].is_null());
        EXPECT_TRUE(levels[depth]["next_samples"].empty());
      } else {
        EXPECT_EQ(levels[depth]["next_frontier"], levels[depth + 1]["frontier"]);
        EXPECT_EQ(levels[depth]["next_inbox_states"], levels[depth + 1]["inbox_states"]);
        EXPECT_EQ(levels[depth]["next_samples"], levels[depth + 1]["samples"]);
      }
    }
    const Json done = Json::parse(events.back().json);
    EXPECT_EQ(done["tours"]["directed"], "1728");
    EXPECT_EQ(done["tours"]["undirected"], "864");
    EXPECT_EQ(done["tours_listed"], 1728);
    EXPECT_TRUE(done["why_not"].is_null());
  }
}

TEST(LabRun, ListsEveryTourOnceInOrder) {
  LabRun run(open_question("5x5"), lab_options());
  run.allow(64);
  LabCursor cursor;
  events_until(run, cursor, "done");
  ASSERT_EQ(run.tours_listed(), 1728U);
  const auto tours = Json::parse(run.tours_json(0, 5000)).get<std::vector<std::string>>();
  EXPECT_EQ(tours.size(), 1728U);
  EXPECT_EQ(std::set(tours.begin(), tours.end()).size(), 1728U);
  for (const std::string& tour : tours) EXPECT_EQ(std::set(tour.begin(), tour.end()).size(), 25U);
  EXPECT_EQ(tours.front().front(), 'A');
  EXPECT_EQ(Json::parse(run.tours_json(1720, 100)).size(), 8U);
  EXPECT_EQ(Json::parse(run.tours_json(1720, 100))[0], tours[1720]);
  EXPECT_TRUE(Json::parse(run.tours_json(5000, 1)).empty());
}

TEST(LabRun, ToursFromOneSquareBeginThere) {
  Question question = open_question("3x4");
  question.starts = bit(0);
  LabRun run(question, lab_options());
  run.allow(64);
  LabCursor cursor;
  events_until(run, cursor, "done");
  const auto tours = Json::parse(run.tours_json(0, 5000)).get<std::vector<std::string>>();
  EXPECT_FALSE(tours.empty());
  for (const std::string& tour : tours) EXPECT_EQ(tour.front(), 'A') << tour;
}

TEST(LabRun, PauseTakesPermitsBack) {
  LabRun run(open_question("5x5"), lab_options());
  LabCursor cursor;
  events_until_status(run, cursor, "ready");
  EXPECT_LE(run.allow(1000), 25);
  run.pause();
  // The level in work is finished, and then the run stands: unless it was done before the pause.
  const auto events = events_until(run, cursor, [](const LabEvent& event) {
    return is_status(event, "waiting") || is_status(event, "ready") || event.name == "done";
  });
  if (events.back().name != "done") {
    EXPECT_TRUE(run.news(cursor, milliseconds(20)).value().empty());
    run.allow(64);
    events_until(run, cursor, "done");
  }
  EXPECT_EQ(run.allow(1), 0);
}

TEST(LabRun, ASecondObserverGoesOnWhereItSays) {
  LabRun run(open_question("4x5"), lab_options());
  run.allow(7);
  LabCursor first;
  const auto at_seven = [](const LabEvent& event) {
    return is_status(event, "waiting") && Json::parse(event.json)["level"] == 7;
  };
  const auto all = levels_of(events_until(run, first, at_seven));
  ASSERT_EQ(all.size(), 7U);
  LabCursor second;
  second.levels = 5;
  const auto events = events_until(run, second, at_seven);
  const auto rest = levels_of(events);
  ASSERT_EQ(rest.size(), 2U);
  EXPECT_EQ(rest[0], all[5]);
  EXPECT_EQ(rest[1], all[6]);
  // A first status shows the frontier, like that of an observer who came before anything happened.
  const Json status = Json::parse(events.back().json);
  EXPECT_EQ(status["frontier"], all[6]["next_frontier"]);
  EXPECT_EQ(status["samples"], all[6]["next_samples"]);
}

TEST(LabRun, TheReportSoFarIsMarked) {
  LabRun run(open_question("4x5"), lab_options());
  run.allow(3);
  LabCursor cursor;
  events_until(run, cursor, [](const LabEvent& event) {
    return is_status(event, "waiting") && Json::parse(event.json)["level"] == 3;
  });
  const Json report = run.run_json();
  EXPECT_EQ(report["status"], "interrupted");
  EXPECT_EQ(report["levels"].size(), 3U);
  EXPECT_TRUE(report["tours"].is_null());
}

TEST(LabRun, ImpossibleQuestionsAreDoneAtOnce) {
  const Question question = Question::for_all_tours(Board(5, 5), Goal::kClosed);
  LabRun run(question, lab_options());
  ASSERT_TRUE(run.impossible().has_value());
  EXPECT_EQ(run.allow(1), 0);
  LabCursor cursor;
  const auto events = events_until(run, cursor, "done");
  EXPECT_TRUE(levels_of(events).empty());
  EXPECT_EQ(Json::parse(events.back().json)["tours"]["directed"], "0");
  EXPECT_EQ(run.tours_listed(), 0U);
  EXPECT_EQ(run.run_json()["status"], "complete");
}

TEST(LabRun, WithoutMemoryItFailsAndSaysSo) {
  LabRun run(open_question("6x6", "none"), lab_options(100'000));
  run.allow(64);
  LabCursor cursor;
  const auto events = events_until(run, cursor, "failed");
  const Json failed = Json::parse(events.back().json);
  EXPECT_EQ(failed["exit_code"], int{kExitNoSpace});
  EXPECT_FALSE(levels_of(events).empty());
  EXPECT_FALSE(run.done());
  EXPECT_EQ(run.run_json()["status"], "out of memory");
}

TEST(LabRun, ToursAreNotListedWhereThereAreMany) {
  RunOptions options = lab_options();
  options.most_tours_to_unfold = 1727;
  LabRun run(open_question("5x5"), options);
  run.allow(64);
  LabCursor cursor;
  const Json done = Json::parse(events_until(run, cursor, "done").back().json);
  EXPECT_EQ(done["tours"]["directed"], "1728");
  EXPECT_TRUE(done["tours_listed"].is_null());
  EXPECT_TRUE(done["why_not"].is_string());
  EXPECT_FALSE(run.tours_listed().has_value());
}

TEST(LabRun, AStoppedRunSaysNothingMore) {
  LabRun run(open_question("8x8", "none"), lab_options());
  run.allow(64);
  LabCursor cursor;
  events_until(run, cursor, "level");
  run.stop();
  EXPECT_FALSE(run.news(cursor, std::chrono::seconds(10)).has_value());
}

}  // namespace
}  // namespace ktour
