// A typed channel between two threads that holds one message: the newest.
//
// A message that has not been received gives way to the next one. That is what both of the game's
// channels want, positions to the solver and answers back: a position that the player has left is
// not worth solving, and what is said about it not worth showing. So a sender never waits.
//
// The receiver waits in receive(), or in poll() on descriptor() together with a keyboard: it is
// readable while a message is there, and for good once the channel is closed.
#pragma once

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "errors.hpp"
#include "posix_file.hpp"

namespace ktour {

template <class Message>
class Channel {
 public:
  // Throws SpaceError where the system has no descriptor left.
  Channel() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!event_.is_open())
      throw SpaceError(std::string("could not make a channel: ") + std::strerror(errno) +
                       "; close some files or programs");
  }

  // False, and the message is lost, once the channel is closed.
  bool send(Message message) {
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return false;
      if (!newest_) eventfd_write(event_.number(), 1);
      newest_ = std::move(message);
    }
    changed_.notify_one();
    return true;
  }

  // Nothing if no message is there.
  std::optional<Message> try_receive() {
    const std::lock_guard lock(mutex_);
    return take();
  }

  // Waits for a message. Nothing once the channel is closed and what was sent before is received.
  std::optional<Message> receive() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return newest_ || closed_; });
    return take();
  }

  void close() {
    {
      const std::lock_guard lock(mutex_);
      if (!closed_) eventfd_write(event_.number(), 1);
      closed_ = true;
    }
    changed_.notify_all();
  }

  int descriptor() const { return event_.number(); }

 private:
  std::optional<Message> take() {
    if (newest_ && !closed_) {
      eventfd_t seen = 0;
      eventfd_read(event_.number(), &seen);
    }
    return std::exchange(newest_, std::nullopt);
  }

  const FileDescriptor event_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Message> newest_;
  bool closed_ = false;
};

}  // namespace ktour
