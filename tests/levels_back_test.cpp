// Moves that go back, to the level expanded, the one before it or farther: breadth-first distances
// on small boards, on every device level for level as a plain search over all squares finds them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "devices.hpp"
#include "expectations.hpp"
#include "profile_key.hpp"

namespace ktour {
namespace {

struct Step {
  int right;
  int down;
};

// One piece on a board of kRows x kColumns squares, at first in the middle of the left side. A
// state is a square, numbered row by row.
template <class Steps, int kBack>
class Walk {
 public:
  using State = std::uint64_t;
  static constexpr int kLevelsBack = kBack;
  static constexpr int kRows = 121;
  static constexpr int kColumns = 61;

  int last_level() const { return kUntilEmpty; }
  int inboxes() const { return 16; }
  int max_children() const { return static_cast<int>(Steps::kAll.size()); }
  int state_bits() const { return KeyTraits<State>::kBits; }
  std::vector<State> roots() const { return {scatter(State{kRows / 2 * kColumns})}; }
  int inbox(State state) const { return static_cast<int>(state >> (KeyTraits<State>::kBits - 4)); }
  bool may_route(int, int) const { return true; }
  bool prunes() const { return false; }
  bool survives(State, int) const { return true; }
  bool is_dead_end(State, int) const { return false; }

  template <class Emit>
  void expand(State state, int, Emit&& emit) const {
    const auto square = static_cast<int>(gather(state));
    for (const Step& step : Steps::kAll) {
      const int column = square % kColumns + step.right;
      const int row = square / kColumns + step.down;
      if (column >= 0 && column < kColumns && row >= 0 && row < kRows)
        emit(scatter(static_cast<State>(row * kColumns + column)));
    }
  }
};

// Two squares of a level can be neighbours, and every step can be taken back.
struct KingSteps {
  static constexpr std::array<Step, 8> kAll{
      {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
};
// A step up leads two levels back, to below the start: three with the level expanded.
struct LeaperSteps {
  static constexpr std::array<Step, 3> kAll{{{1, 0}, {0, 1}, {0, -2}}};
};

struct ExpectedLevel {
  std::set<std::uint64_t> states;
  std::uint64_t generated = 0;
  std::uint64_t revisited = 0;
  Count paths;
};

template <class M>
std::vector<ExpectedLevel> search_plainly(const M& model) {
  std::map<std::uint64_t, int> distance;
  std::map<std::uint64_t, Count> ways;
  for (const auto root : model.roots()) {
    distance[root] = 0;
    ways[root] = Count(1);
  }
  std::vector<ExpectedLevel> levels;
  for (int level = 0; !ways.empty(); ++level) {
    ExpectedLevel expected;
    std::map<std::uint64_t, Count> next;
    std::set<std::uint64_t> met_again;
    for (const auto& [state, count] : ways) {
      expected.states.insert(state);
      expected.paths += count;
      model.expand(state, level, [&, &paths = count](std::uint64_t child) {
        ++expected.generated;
        if (distance.try_emplace(child, level + 1).first->second == level + 1)
          next[child] += paths;
        else
          met_again.insert(child);
      });
    }
    expected.revisited = met_again.size();
    levels.push_back(std::move(expected));
    ways = std::move(next);
  }
  return levels;
}

// Too little for the children of the larger levels.
constexpr std::uint64_t kLittleMemory = 20'000;

template <class M>
void expect_plain_levels(std::size_t squares) {
  const M model;
  const auto expected = search_plainly(model);
  TableDevice<M> reference(model, {});
  const auto first = run_all_levels(reference);
  const auto check = [&](const std::string& name, const auto& run, auto& device) {
    SCOPED_TRACE(name);
    expect_same_levels(first.statistics, run.statistics);
    expect_same_samples(first, run);
    EXPECT_TRUE(run.statistics.complete);
    EXPECT_EQ(device.states(), 0U);
    const auto& levels = run.statistics.levels;
    ASSERT_EQ(levels.size(), expected.size());
    EXPECT_EQ(levels.back().explored, squares);
    for (std::size_t level = 0; level < levels.size(); ++level) {
      SCOPED_TRACE("level " + std::to_string(level));
      EXPECT_EQ(levels[level].frontier, expected[level].states.size());
      EXPECT_EQ(levels[level].generated, expected[level].generated);
      EXPECT_EQ(levels[level].revisited, expected[level].revisited);
      EXPECT_EQ(to_decimal(levels[level].paths), to_decimal(expected[level].paths));
      const std::uint64_t next = level + 1 < levels.size() ? expected[level + 1].states.size() : 0;
      EXPECT_EQ(levels[level].duplicates, levels[level].generated - levels[level].revisited - next);
    }
  };
  run_everywhere(model, check);
  run_on_pipeline(model, {pipeline_case("little memory", false, 0, 100, kLittleMemory)}, check);
}

TEST(LevelsBack, ToTheLevelExpandedAndTheOneBefore) {
  expect_plain_levels<Walk<KingSteps, 2>>(121 * 61);
}

template <class M>
bool is_streamed_on_the_way() {
  HostBackend backend;
  ScatteredLevels<M, HostBackend> device(M{}, backend,
                                         pipeline_case("", false, 0, 100, kLittleMemory).options);
  bool streamed = false;
  EngineRun<typename M::State> run(false);
  run_levels(device, {}, run, [&](const LevelStatistics&) { streamed |= device.streams(); });
  return streamed;
}

TEST(LevelsBack, LittleMemoryIsLittle) {
  EXPECT_TRUE((is_streamed_on_the_way<Walk<KingSteps, 2>>()));
  EXPECT_TRUE((is_streamed_on_the_way<Walk<LeaperSteps, 3>>()));
}

TEST(LevelsBack, ThreeLevels) { expect_plain_levels<Walk<LeaperSteps, 3>>(121 * 61); }

// A model that says less than is true would never end: a search that forgets where it was comes
// back.
TEST(LevelsBack, LessIsNotEnough) {
  const Walk<LeaperSteps, 2> model;
  TableDevice<Walk<LeaperSteps, 2>> device(model, {});
  device.seed();
  std::uint64_t states = 0;
  for (int level = 0; level < 10; ++level) {
    states += device.states();
    device.advance(level);
  }
  const auto expected = search_plainly(model);
  std::uint64_t distinct = 0;
  for (std::size_t level = 0; level < 10; ++level) distinct += expected[level].states.size();
  EXPECT_GT(states, distinct);
}

}  // namespace
}  // namespace ktour
