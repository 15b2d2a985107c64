// Lines leave whole, in the order of printing for each thread, and survive the end by an error.
#include "output.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <thread>

namespace ktour::sonny {
namespace {

class SonnyOutput : public testing::Test {
 protected:
  void SetUp() override {
    name_ = testing::TempDir() + "sonny_output_XXXXXX";
    descriptor_ = mkstemp(name_.data());
    ASSERT_GE(descriptor_, 0);
  }
  void TearDown() override {
    close(descriptor_);
    unlink(name_.c_str());
  }
  std::string written() const {
    std::ifstream stream(name_);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  std::string name_;
  int descriptor_ = -1;
};
using SonnyOutputDeathTest = SonnyOutput;

TEST_F(SonnyOutput, ALineStartsWithItsThread) {
  Output output(descriptor_);
  Line line(1000);
  output.print(line.text("Thread [").number(1001).text("] joined (returned ").number(8).text(")"));
  EXPECT_EQ(written(), "");
  output.flush();
  EXPECT_EQ(written(), "THREAD 1000: Thread [1001] joined (returned 8)\n");
}

TEST_F(SonnyOutput, LinesOfManyThreadsStayWhole) {
  constexpr int kThreads = 8;
  constexpr int kLines = 5000;  // 8 x 5000 x 30 bytes are several buffers
  Output output(descriptor_);
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([&output, thread] {
      for (int number = 0; number < kLines; ++number) {
        Line line(thread);
        output.print(line.text("line number ").number(number));
      }
    });
  for (std::thread& thread : threads) thread.join();
  output.flush();
  std::map<std::string, int> next;
  std::istringstream lines(written());
  for (std::string line; std::getline(lines, line);) {
    const std::string head = line.substr(0, line.find(':'));
    EXPECT_EQ(line, head + ": line number " + std::to_string(next[head]++));
  }
  ASSERT_EQ(next.size(), static_cast<std::size_t>(kThreads));
  for (const auto& [head, lines_seen] : next) EXPECT_EQ(lines_seen, kLines) << head;
}

TEST_F(SonnyOutput, TakesALineLongerThanItsBuffer) {
  Output output(descriptor_);
  const std::string before = "before\n";
  const std::string wide(1'000'000, 'S');
  output.print_whole(before);
  output.print_whole(wide + "\n");
  output.print_whole("after\n");
  output.flush();
  EXPECT_EQ(written(), before + wide + "\nafter\n");
}

TEST_F(SonnyOutputDeathTest, AnErrorKeepsWhatWasPrinted) {
  EXPECT_EXIT(
      {
        Output output(descriptor_);
        output.print_whole("printed before\n");
        output.fail("pthread_create", EAGAIN, "advice");
      },
      testing::ExitedWithCode(EXIT_FAILURE),
      "^ERROR: pthread_create\\(\\) failed: Resource temporarily unavailable \\(advice\\)\n$");
  EXPECT_EQ(written(), "printed before\n");
}

TEST_F(SonnyOutput, LeavesWithItsLastLines) {
  { Output(descriptor_).print_whole("printed\n"); }
  EXPECT_EQ(written(), "printed\n");
}

TEST(SonnyLine, AnErrorHasTheFormOfTheAssignment) {
  Line error = Line::error("calloc", ENOMEM);
  EXPECT_EQ(error.text("advice)").finish(),
            "ERROR: calloc() failed: Cannot allocate memory (advice)\n");
}

TEST(SonnyLine, IsCutRatherThanOverrun) {
  Line error = Line::error("open", ENOENT);
  const std::string_view line = error.text(std::string(5'000, 'x')).number(12345).finish();
  EXPECT_EQ(line.size(), 512U);
  EXPECT_TRUE(line.ends_with("xxx\n"));
}

}  // namespace
}  // namespace ktour::sonny
