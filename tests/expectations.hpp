// That two runs are the same: every number of every level, the samples, the stored states.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "engine.hpp"
#include "path_model.hpp"
#include "question.hpp"

namespace ktour {

inline void expect_same_levels(const RunStatistics& expected, const RunStatistics& actual) {
  ASSERT_EQ(expected.levels.size(), actual.levels.size());
  for (std::size_t level = 0; level < expected.levels.size(); ++level) {
    SCOPED_TRACE("level " + std::to_string(level));
    const LevelStatistics& a = expected.levels[level];
    const LevelStatistics& b = actual.levels[level];
    EXPECT_EQ(a.depth, b.depth);
    EXPECT_EQ(a.frontier, b.frontier);
    EXPECT_EQ(a.expanded, b.expanded);
    EXPECT_EQ(a.generated, b.generated);
    EXPECT_EQ(a.pruned, b.pruned);
    EXPECT_EQ(a.dead_ends, b.dead_ends);
    EXPECT_EQ(a.revisited, b.revisited);
    EXPECT_EQ(a.duplicates, b.duplicates);
    EXPECT_EQ(a.explored, b.explored);
    EXPECT_EQ(to_decimal(a.paths), to_decimal(b.paths));
    EXPECT_EQ(a.bytes, b.bytes);
    EXPECT_EQ(a.inbox_states, b.inbox_states);
    EXPECT_EQ(a.messages, b.messages);
  }
  EXPECT_EQ(expected.tours_by_inbox, actual.tours_by_inbox);
  EXPECT_EQ(to_decimal(expected.tours), to_decimal(actual.tours));
}

// For levels that are kept in another form, which takes another number of bytes.
inline RunStatistics without_bytes(RunStatistics statistics) {
  for (LevelStatistics& row : statistics.levels) row.bytes = 0;
  return statistics;
}

template <class State>
void expect_same_samples(const EngineRun<State>& expected, const EngineRun<State>& actual) {
  ASSERT_EQ(expected.samples.size(), actual.samples.size());
  for (std::size_t level = 0; level < expected.samples.size(); ++level) {
    ASSERT_EQ(expected.samples[level].size(), actual.samples[level].size());
    for (std::size_t rank = 0; rank < expected.samples[level].size(); ++rank) {
      EXPECT_EQ(expected.samples[level][rank].state, actual.samples[level][rank].state);
      EXPECT_EQ(expected.samples[level][rank].multiplicity,
                actual.samples[level][rank].multiplicity);
    }
  }
}

template <class State>
void expect_same_archives(const LevelArchive<State>& expected, const LevelArchive<State>& actual,
                          int levels) {
  for (int level = 0; level < levels; ++level) {
    const auto& a = expected.level(level).shards;
    const auto& b = actual.level(level).shards;
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t inbox = 0; inbox < a.size(); ++inbox)
      EXPECT_TRUE(std::ranges::equal(a[inbox].view(), b[inbox].view()))
          << "level " << level << ", inbox " << inbox;
  }
}

template <class Word>
PathModel<Word> model_of(const Question& question) {
  return PathModel<Word>(question.board, question.goal, question.starts, question.rules,
                         question.ends);
}

}  // namespace ktour
