// The channel of the sliding game: what is received, what poll() sees, and what closing does.
#include "slide/channel.hpp"

#include <gtest/gtest.h>
#include <poll.h>

#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace ktour {
namespace {

template <class Message>
bool readable(const Channel<Message>& channel) {
  pollfd entry{channel.descriptor(), POLLIN, 0};
  return poll(&entry, 1, 0) == 1;
}

TEST(SlideChannel, HoldsTheNewestMessage) {
  Channel<std::string> channel;
  EXPECT_EQ(channel.try_receive(), std::nullopt);
  EXPECT_TRUE(channel.send("old"));
  EXPECT_TRUE(channel.send("new"));
  EXPECT_EQ(channel.try_receive(), "new");
  EXPECT_EQ(channel.try_receive(), std::nullopt);
}

TEST(SlideChannel, MessagesNeedNotBeCopied) {
  Channel<std::unique_ptr<int>> channel;
  channel.send(std::make_unique<int>(7));
  const auto message = channel.receive();
  ASSERT_TRUE(message);
  EXPECT_EQ(**message, 7);
}

TEST(SlideChannel, TheDescriptorIsReadableWhileAMessageIsThere) {
  Channel<int> channel;
  EXPECT_FALSE(readable(channel));
  channel.send(1);
  channel.send(2);
  EXPECT_TRUE(readable(channel));
  EXPECT_EQ(channel.receive(), 2);
  EXPECT_FALSE(readable(channel));
}

TEST(SlideChannel, AClosedChannelGivesWhatWasSentBefore) {
  Channel<int> channel;
  channel.send(1);
  channel.close();
  channel.close();
  EXPECT_FALSE(channel.send(2));
  EXPECT_EQ(channel.receive(), 1);
  EXPECT_EQ(channel.receive(), std::nullopt);
  EXPECT_EQ(channel.try_receive(), std::nullopt);
  EXPECT_TRUE(readable(channel));
}

TEST(SlideChannel, ClosingWakesWhoeverWaits) {
  Channel<int> channel;
  std::optional<int> received = 0;
  std::thread receiver([&] { received = channel.receive(); });
  channel.close();
  receiver.join();
  EXPECT_EQ(received, std::nullopt);
}

// Every message is newer than the one before, and the last one always comes.
TEST(SlideChannel, BetweenThreads) {
  constexpr int kMessages = 20'000;
  Channel<int> channel;
  std::thread sender([&] {
    for (int number = 1; number <= kMessages; ++number) channel.send(number);
    channel.close();
  });
  int last = 0;
  bool rising = true;
  pollfd entry{channel.descriptor(), POLLIN, 0};
  while (poll(&entry, 1, -1) == 1) {
    const std::optional<int> message = channel.try_receive();
    if (!message) break;  // closed
    rising = rising && *message > last;
    last = *message;
  }
  sender.join();
  EXPECT_TRUE(rising);
  EXPECT_EQ(last, kMessages);
}

}  // namespace
}  // namespace ktour
