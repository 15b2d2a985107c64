// The profile model against the path model: the same counts on every board both can do, with every
// reduction on and off, with missing squares and from given squares.
#include "profile_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "path_run.hpp"
#include "profile_run.hpp"
#include "question.hpp"

namespace ktour {
namespace {

Count by_paths(const Board& board, Goal goal, std::uint64_t starts) {
  Question question = Question::for_all_tours(board, goal, PruneRules::parse("all"));
  if (goal == Goal::kOpen) question.starts = starts;
  RunOptions options;
  options.memory_bytes = ~std::uint64_t{0};
  return run_path_model(question, options).statistics.tours;
}

ProfileResult run_profiles(const ProfileQuestion& question, int threads = 1) {
  RunOptions options;
  options.threads = threads;
  options.memory_bytes = ~std::uint64_t{0};
  ProfileResult result = run_profile_model(question, options, {});
  EXPECT_FALSE(result.failure) << result.failure->message;
  return result;
}

Count by_profiles(const Board& board, Goal goal, std::uint64_t starts,
                  const ProfileRules& rules = {}) {
  ProfileQuestion question;
  question.strip = Strip::of(board, goal == Goal::kOpen ? starts : board.present());
  question.count = goal == Goal::kClosed        ? ProfileCount::kClosed
                   : question.strip.some_starts ? ProfileCount::kOpenFromStarts
                                                : ProfileCount::kOpen;
  question.rules = rules;
  return directed_tours(question, run_profiles(question));
}

TEST(ProfileModel, CountsAsThePathModelOnEveryBoardUpTo30Squares) {
  for (int rows = 1; rows <= 5; ++rows)
    for (int columns = 1; columns <= 12; ++columns) {
      const Board board(rows, columns);
      if (board.area() < 2 || board.area() > 30) continue;
      for (const Goal goal : {Goal::kOpen, Goal::kClosed})
        EXPECT_EQ(by_profiles(board, goal, board.present()), by_paths(board, goal, board.present()))
            << board.name() << " " << name_of(goal);
    }
}

TEST(ProfileModel, TurnedBoardsHaveTheSameCount) {
  for (const auto& [rows, columns] : {std::pair{6, 5}, {7, 4}, {10, 3}, {5, 3}})
    EXPECT_EQ(by_profiles(Board(rows, columns), Goal::kOpen, Board(rows, columns).present()),
              by_profiles(Board(columns, rows), Goal::kOpen, Board(columns, rows).present()));
}

TEST(ProfileModel, RandomBoardsWithMissingSquares) {
  std::mt19937_64 random(20);
  for (int trial = 0; trial < 150; ++trial) {
    const int rows = 2 + static_cast<int>(random() % 4);
    const int columns = 2 + static_cast<int>(random() % 5);
    const Board whole(rows, columns);
    const Board board = whole.without(whole.present() & random() & random() & random());
    if (board.squares() < 2) continue;
    const std::uint64_t starts = board.present() & random();
    for (const Goal goal : {Goal::kOpen, Goal::kClosed})
      EXPECT_EQ(by_profiles(board, goal, board.present()), by_paths(board, goal, board.present()))
          << board.name() << " " << name_of(goal);
    if (starts != 0) {
      EXPECT_EQ(by_profiles(board, Goal::kOpen, starts), by_paths(board, Goal::kOpen, starts))
          << board.name() << " starts " << starts;
    }
  }
}

TEST(ProfileModel, EveryCombinationOfReductionsGivesTheSameCount) {
  for (const Board& board :
       {Board(4, 5), Board(5, 5), Board(3, 8), Board(4, 6, bit(3)), Board(5, 6, bit(0) | bit(7))})
    for (const Goal goal : {Goal::kOpen, Goal::kClosed}) {
      const Count expected = by_profiles(board, goal, board.present());
      for (int chosen = 0; chosen < 32; ++chosen) {
        const ProfileRules rules{(chosen & 1) != 0, (chosen & 2) != 0, (chosen & 4) != 0,
                                 (chosen & 8) != 0, (chosen & 16) != 0};
        EXPECT_EQ(by_profiles(board, goal, board.present(), rules), expected)
            << board.name() << " " << name_of(goal) << " rules " << chosen;
      }
    }
}

TEST(ProfileModel, OpenToursByApexAreTheSumOverTheirStarts) {
  const Board board(5, 5);
  Count sum;
  for (int square = 0; square < board.area(); ++square)
    sum += by_profiles(board, Goal::kOpen, bit(square));
  EXPECT_EQ(sum, Count(1728));  // OEIS A165134
  EXPECT_EQ(by_profiles(board, Goal::kOpen, board.present()), Count(1728));
}

struct Known {
  int rows;
  int columns;
  ProfileCount count;
  const char* undirected;
};

TEST(ProfileModel, PublishedCountsPast64BitsAndOnLongStrips) {
  // OEIS A175855 (5 x 2n closed), A070030 (3 x 2n closed), A175881 (6 x n closed).
  for (const Known& known : {Known{5, 14, ProfileCount::kClosed, "1495135512514"},
                             {5, 30, ProfileCount::kClosed, "202407848349722353779265745190616"},
                             {3, 10, ProfileCount::kClosed, "16"},
                             {6, 8, ProfileCount::kClosed, "55488142"},
                             {6, 6, ProfileCount::kOpen, "3318960"}}) {
    const ProfileQuestion question{Strip::rectangle(known.rows, known.columns), known.count, {}};
    EXPECT_EQ(to_decimal(run_profiles(question, 2).statistics.tours), known.undirected)
        << known.rows << "x" << known.columns;
  }
}

TEST(ProfileModel, ThreadsBatchesAndPartitionsDoNotShowInTheStatistics) {
  const ProfileQuestion question{Strip::rectangle(5, 7), ProfileCount::kOpen, {}};
  const ProfileResult expected = run_profiles(question, 1);
  for (const int threads : {2, 3, 5}) {
    RunOptions options;
    options.threads = threads;
    options.batch_states = static_cast<std::uint64_t>(threads * 7);
    options.memory_bytes = ~std::uint64_t{0};
    const ProfileResult result = run_profile_model(question, options, {});
    ASSERT_EQ(result.statistics.levels.size(), expected.statistics.levels.size());
    for (std::size_t level = 0; level < result.statistics.levels.size(); ++level) {
      const LevelStatistics& a = result.statistics.levels[level];
      const LevelStatistics& b = expected.statistics.levels[level];
      EXPECT_EQ(a.frontier, b.frontier);
      EXPECT_EQ(a.generated, b.generated);
      EXPECT_EQ(a.duplicates, b.duplicates);
      EXPECT_EQ(a.dead_ends, b.dead_ends);
      EXPECT_EQ(a.paths, b.paths);
      EXPECT_EQ(a.inbox_states, b.inbox_states);
      EXPECT_EQ(a.messages, b.messages);
    }
  }
}

// Every reachable state goes through its fragments and comes back; different fragments have different
// words.
template <class Word>
void expect_bijective_keys(const Strip& strip, ProfileCount count) {
  const ProfileModel<Word> model(strip, count);
  std::set<Word> frontier;
  for (const Word root : model.roots()) frontier.insert(root);
  for (int level = 0; level < model.last_level(); ++level) {
    std::set<Word> next;
    for (const Word state : frontier) {
      EXPECT_TRUE(model.encode(model.fragments_of(state)) == state);
      EXPECT_TRUE(gather(scatter(state)) == state);
      EXPECT_LT(model.inbox(state), model.inboxes());
      int children = 0;
      model.expand(state, level, [&](Word child) {
        next.insert(child);
        ++children;
      });
      EXPECT_LE(children, model.max_children());
      EXPECT_EQ(model.is_dead_end(state, level), children == 0);
    }
    frontier = std::move(next);
  }
  EXPECT_EQ(frontier.size(), 1U);
}

template <class Model>
std::vector<typename Model::State> children_of(const Model& model, typename Model::State state,
                                               int level) {
  std::vector<typename Model::State> children;
  model.expand(state, level, [&](typename Model::State child) { children.push_back(child); });
  return children;
}

TEST(ProfileModel, MatesAsPlanesAndAsBytesGiveTheSameChildren) {
  std::size_t checked = 0;
  for (const ProfileCount count :
       {ProfileCount::kClosed, ProfileCount::kOpen, ProfileCount::kOpenFromStarts}) {
    const Strip strip = Strip::of(Board(5, 6), bit(0) | bit(13));
    const ProfileModel<Uint128, MateBytes> bytes(strip, count);
    const ProfileModel<Uint128, MatePlanes> planes(strip, count);
    std::vector<Uint128> frontier = bytes.roots();
    ASSERT_TRUE(frontier == planes.roots());
    for (int level = 0; level < bytes.last_level(); ++level) {
      std::set<Uint128> next;
      for (const Uint128 state : frontier) {
        const std::vector<Uint128> children = children_of(bytes, state, level);
        ASSERT_TRUE(children == children_of(planes, state, level));
        next.insert(children.begin(), children.end());
        ++checked;
      }
      frontier.assign(next.begin(), next.end());
    }
  }
  EXPECT_GT(checked, 1000U);
}

TEST(ProfileKey, IsABijectionOnReachableStates) {
  expect_bijective_keys<Uint128>(Strip::rectangle(5, 6), ProfileCount::kOpen);
  expect_bijective_keys<Uint128>(Strip::rectangle(4, 6), ProfileCount::kOpenFromStarts);
  expect_bijective_keys<std::uint64_t>(Strip::rectangle(3, 12), ProfileCount::kClosed);
  expect_bijective_keys<std::uint64_t>(Strip::rectangle(4, 7), ProfileCount::kOpen);
}

TEST(ProfileKey, RandomFragmentsOfEverySizeComeBack) {
  std::mt19937_64 random(7);
  const KeyLayout layout(54);
  for (int trial = 0; trial < 20'000; ++trial) {
    std::vector<int> vertices(54);
    std::iota(vertices.begin(), vertices.end(), 0);
    std::shuffle(vertices.begin(), vertices.end(), random);
    const std::size_t ends = 2 * (random() % 14);
    Fragments fragments;
    for (std::size_t index = 0; index < ends; index += 2) {
      fragments.ends |= bit(vertices[index]) | bit(vertices[index + 1]);
      fragments.make_mates(vertices[index], vertices[index + 1]);
    }
    for (std::size_t index = ends; index < vertices.size(); ++index)
      if (random() % 2 == 0) fragments.bare |= bit(vertices[index]);
    Uint128 word;
    ASSERT_TRUE(layout.encode(fragments, word));
    ASSERT_FALSE(word >> 127 != 0);
    const auto back = layout.decode<MateBytes>(word);
    ASSERT_EQ(back.bare, fragments.bare);
    ASSERT_EQ(back.ends, fragments.ends);
    for (std::size_t index = 0; index < ends; ++index)
      ASSERT_EQ(back.mate(vertices[index]), fragments.mate(vertices[index]));
  }
}

TEST(ProfileKey, TooManyFragmentsAreRefused) {
  Fragments fragments;
  for (int vertex = 0; vertex < 28; vertex += 2) {
    fragments.ends |= bit(vertex) | bit(vertex + 1);
    fragments.make_mates(vertex, vertex + 1);
  }
  Uint128 word;
  EXPECT_FALSE(KeyLayout(52).encode(fragments, word));
}

}  // namespace
}  // namespace ktour
