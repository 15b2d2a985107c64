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

#include "count_task.hpp"
#include "expectations.hpp"
#include "path_run.hpp"
#include "profile_run.hpp"
#include "question.hpp"
#include "thread_tree.hpp"

namespace ktour {
namespace {

constexpr std::uint64_t kAnywhere = ~std::uint64_t{0};

Count by_paths(const Board& board, Goal goal, std::uint64_t starts,
               std::uint64_t ends = kAnywhere) {
  Question question = Question::for_all_tours(board, goal, PruneRules::parse("all"));
  if (goal == Goal::kOpen) question.starts = starts;
  question.ends = ends;
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
                  const ProfileRules& rules = {}, std::uint64_t ends = kAnywhere) {
  Question asked = Question::for_all_tours(board, goal);
  if (goal == Goal::kOpen) {
    asked.starts = starts;
    asked.ends = ends;
  }
  ProfileQuestion question = count_task(asked).question;
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

// Strip::of() turns a board with more rows than columns; here it is processed as it stands.
TEST(ProfileModel, TurnedBoardsHaveTheSameCount) {
  for (const auto& [rows, columns] : {std::pair{3, 8}, {4, 7}, {5, 6}, {6, 7}, {3, 12}, {5, 8}})
    for (const ProfileCount count : {ProfileCount::kOpen, ProfileCount::kClosed}) {
      if (count == ProfileCount::kOpen && rows * columns > 36) continue;  // seconds
      EXPECT_EQ(run_profiles({Strip{rows, columns}, count, {}}).statistics.tours,
                run_profiles({Strip{columns, rows}, count, {}}).statistics.tours)
          << rows << "x" << columns;
    }
}

TEST(ProfileModel, RandomBoardsWithMissingSquares) {
  constexpr int kMostForTheTree = 20;
  std::mt19937_64 random(20);
  for (int trial = 0; trial < 150; ++trial) {
    const int rows = 2 + static_cast<int>(random() % 4);
    const int columns = 2 + static_cast<int>(random() % 5);
    const Board whole(rows, columns);
    const Board board = whole.without(whole.present() & random() & random() & random());
    if (board.squares() < 2) continue;
    const std::uint64_t starts = board.present() & random();
    for (const Goal goal : {Goal::kOpen, Goal::kClosed}) {
      const Count counted = by_profiles(board, goal, board.present());
      EXPECT_EQ(counted, by_paths(board, goal, board.present()))
          << board.name() << " " << name_of(goal);
      if (board.squares() > kMostForTheTree) continue;
      TreeOptions options;
      options.closed = goal == Goal::kClosed;
      options.starts = Question::for_all_tours(board, goal).starts;
      EXPECT_EQ(counted, count_with_thread_tree(board, options).total())
          << board.name() << " " << name_of(goal);
    }
    if (starts != 0) {
      EXPECT_EQ(by_profiles(board, Goal::kOpen, starts), by_paths(board, Goal::kOpen, starts))
          << board.name() << " starts " << starts;
    }
  }
}

// One square of either colour is missing, so that there can be tours.
Board random_long_board(std::mt19937_64& random, int rows, int columns) {
  std::uint64_t missing = 0;
  for (const int colour : {0, 1}) {
    int square = 0;
    do square = static_cast<int>(random() % static_cast<unsigned>(rows * columns));
    while ((square / columns + square % columns) % 2 != colour);
    missing |= bit(square);
  }
  return Board(rows, columns, missing);
}

std::uint64_t moved(std::uint64_t squares, const std::vector<int>& image) {
  std::uint64_t there = 0;
  for (std::uint64_t rest = squares; rest != 0; rest &= rest - 1)
    there |= bit(image[static_cast<std::size_t>(lowest_bit(rest))]);
  return there;
}

// Boards longer than a state's window, begun at either end.
TEST(ProfileModel, MirroredBoardsHaveTheSameCount) {
  std::mt19937_64 random(64);
  int with_tours = 0;
  for (const auto& [rows, columns] :
       {std::pair{3, 20}, {3, 20}, {4, 11}, {4, 12}, {5, 12}, {6, 9}}) {
    const Board board = random_long_board(random, rows, columns);
    const std::uint64_t starts = board.present() & random();
    const bool narrow = rows < 5;  // else the open tours take seconds
    const Count closed = by_profiles(board, Goal::kClosed, board.present());
    const Count open = narrow ? by_profiles(board, Goal::kOpen, starts) : Count();
    with_tours += (closed > 0 ? 1 : 0) + (open > 0 ? 1 : 0);
    for (const std::vector<int>& image : board.rectangle_symmetries()) {
      const Board mirrored(rows, columns, moved(board.missing(), image));
      EXPECT_EQ(by_profiles(mirrored, Goal::kClosed, mirrored.present()), closed)
          << board.name() << " and " << mirrored.name();
      if (!narrow) continue;
      EXPECT_EQ(by_profiles(mirrored, Goal::kOpen, moved(starts, image)), open)
          << board.name() << " and " << mirrored.name();
    }
  }
  EXPECT_GT(with_tours, 5);
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

Count by_tree(const Board& board, std::uint64_t starts, std::uint64_t ends) {
  TreeOptions options;
  options.starts = starts;
  options.ends = ends;
  return count_with_thread_tree(board, options).total();
}

TEST(ProfileModel, OpenToursByApexAreTheSumOverTheirPairsOfEnds) {
  const Board board(3, 4);
  Count sum;
  for (int start = 0; start < board.area(); ++start)
    for (int end = 0; end < board.area(); ++end)
      sum += by_profiles(board, Goal::kOpen, bit(start), {}, bit(end));
  EXPECT_EQ(sum, Count(16));  // OEIS A079137: 8 undirected
}

TEST(ProfileModel, EndSquaresAddUpToTheToursFromAStart) {
  const Board board(5, 5);
  for (const int start : {0, 6, 12}) {
    Count sum;
    for (int end = 0; end < board.area(); ++end)
      sum += by_profiles(board, Goal::kOpen, bit(start), {}, bit(end));
    EXPECT_EQ(sum, Count(start == 0 ? 304U : start == 6 ? 56U : 64U)) << start;  // OEIS A165134
  }
}

TEST(ProfileModel, PairsOfEndsAgreeWithThePathModelAndTheThreadTree) {
  int with_tours = 0;
  for (const Board& board :
       {Board(3, 4), Board(4, 5), Board(5, 3), Board(4, 5, bit(3)), Board(5, 5, bit(0) | bit(23))})
    for (int start = 0; start < board.area(); start += 4)
      for (int end = 0; end < board.area(); end += 3) {
        if (!board.has(start) || !board.has(end)) continue;
        const Count tree = by_tree(board, bit(start), bit(end));
        EXPECT_EQ(by_profiles(board, Goal::kOpen, bit(start), {}, bit(end)), tree)
            << board.name() << " from " << start << " to " << end;
        EXPECT_EQ(by_paths(board, Goal::kOpen, bit(start), bit(end)), tree)
            << board.name() << " from " << start << " to " << end;
        with_tours += tree > Count() ? 1 : 0;
      }
  EXPECT_GT(with_tours, 20);
}

TEST(ProfileModel, RandomStartsAndEnds) {
  std::mt19937_64 random(21);
  for (int trial = 0; trial < 40; ++trial) {
    const Board whole(3 + static_cast<int>(random() % 2), 4 + static_cast<int>(random() % 2));
    const Board board = whole.without(whole.present() & random() & random() & random() & random());
    const std::uint64_t starts = trial % 3 == 0 ? board.present() : board.present() & random();
    const std::uint64_t ends = trial % 3 == 1 ? starts : board.present() & random() & random();
    if (starts == 0 || ends == 0) continue;
    const Count tree = by_tree(board, starts, ends);
    EXPECT_EQ(by_profiles(board, Goal::kOpen, starts, {}, ends), tree)
        << board.name() << " starts " << starts << " ends " << ends;
    EXPECT_EQ(by_profiles(board, Goal::kOpen, starts, ProfileRules::none(), ends), tree)
        << board.name() << " starts " << starts << " ends " << ends;
    EXPECT_EQ(by_paths(board, Goal::kOpen, starts, ends), tree)
        << board.name() << " starts " << starts << " ends " << ends;
  }
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
  const ProfileResult expected = run_profiles(question);
  for (const int threads : {2, 3, 5}) {
    RunOptions options;
    options.threads = threads;
    options.batch_states = static_cast<std::uint64_t>(threads * 7);
    options.memory_bytes = ~std::uint64_t{0};
    const ProfileResult result = run_profile_model(question, options, {});
    expect_same_levels(expected.statistics, result.statistics);
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
