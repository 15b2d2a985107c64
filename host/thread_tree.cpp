// How the tree of threads is built and what a leaf does.
//
//     no move yet    a thread for each start square      (where there are several)
//     one square     a thread for each first move        (where several are possible)
//     two squares    a thread for each second move       ...
//     leaf           backtracking, in at most `threads` leaves at a time
//
// Threads above the leaves only wait for their children, so all threads of the tree may be alive
// while no more than `threads` of them work. How far down it branches is chosen beforehand by
// walking the top of the tree: as little as gives kLeavesPerThread leaves for each working thread,
// and never so far that there are more than kMaxThreads threads.
#include "thread_tree.hpp"

#include <pthread.h>

#include <array>
#include <bit>
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <limits>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

#include "errors.hpp"

namespace ktour {
namespace {

constexpr std::uint64_t kLeavesPerThread = 8;
// As many as 64 start squares and the 336 moves of an 8x8 board need.
constexpr std::uint64_t kMaxThreads = 400;
// A search is at most 64 calls deep, each of about 100 bytes, or 1000 under a sanitizer.
constexpr std::size_t kStackBytes = std::size_t{256} << 10;
constexpr std::uint64_t kNodesBetweenPolls = 4096;

constexpr std::uint64_t mask_of(std::size_t square) { return std::uint64_t{1} << square; }

constexpr std::size_t first_of(std::uint64_t mask) {
  return static_cast<std::size_t>(std::countr_zero(mask));
}

std::uint64_t sum_without_wrap(std::uint64_t a, std::uint64_t b) {
  if (b > std::numeric_limits<std::uint64_t>::max() - a)
    throw SpaceError("a count of the thread tree exceeds 64 bits; choose fewer start squares");
  return a + b;
}

// A partial tour; without squares it is the root of the tree.
struct Position {
  std::uint64_t unvisited = 0;
  std::array<std::uint8_t, Board::kMaxSquares> path{};
  std::size_t length = 0;

  std::size_t endpoint() const { return path[length - 1]; }
  Position followed_by(std::size_t square) const {
    Position next = *this;
    next.unvisited &= ~mask_of(square);
    next.path[next.length++] = static_cast<std::uint8_t>(square);
    return next;
  }
};

// A small stack for each thread: a few hundred may be alive, and limits on memory count whole
// stacks.
class ThreadAttributes {
 public:
  ThreadAttributes() {
    check(pthread_attr_init(&attributes_));
    const int error = pthread_attr_setstacksize(&attributes_, kStackBytes);
    if (error != 0) pthread_attr_destroy(&attributes_);
    check(error);
  }
  ~ThreadAttributes() { pthread_attr_destroy(&attributes_); }
  ThreadAttributes(const ThreadAttributes&) = delete;
  ThreadAttributes& operator=(const ThreadAttributes&) = delete;

  const pthread_attr_t* get() const { return &attributes_; }

 private:
  static void check(int error) {
    if (error != 0)
      throw DeviceError("cannot ask for threads with stacks of " + std::to_string(kStackBytes) +
                        " bytes: " + std::generic_category().message(error) +
                        "; try again with more memory free");
  }

  pthread_attr_t attributes_;
};

// What all threads of one tree share.
class Search {
 public:
  Search(const Board& board, const TreeOptions& options, bool list_tours, std::uint64_t max_tours)
      : area(static_cast<std::size_t>(board.area())),
        squares(static_cast<std::size_t>(board.squares())),
        closed(options.closed),
        ends(options.ends),
        listing(list_tours),
        options_(options),
        max_tours_(max_tours),
        free_slots_(options.threads) {
    // A knight's move is one where the distances in rows and in columns multiply to two.
    const int columns = board.columns();
    for (int from = 0; from < board.area(); ++from) {
      if (!board.has(from)) continue;
      present |= mask_of(static_cast<std::size_t>(from));
      for (int to = 0; to < board.area(); ++to) {
        const int down = std::abs(from / columns - to / columns);
        const int right = std::abs(from % columns - to % columns);
        if (board.has(to) && down * right == 2)
          moves[static_cast<std::size_t>(from)] |= mask_of(static_cast<std::size_t>(to));
      }
    }
  }

  std::uint64_t next_squares(const Position& position) const {
    return position.unvisited &
           (position.length == 0 ? options_.starts : moves[position.endpoint()]);
  }

  // Throws Interrupted where somebody asked to stop or another thread has failed.
  void poll() const {
    const bool asked = options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
    if (asked || failed_.load(std::memory_order_relaxed)) throw Interrupted();
  }

  void report_nodes(std::uint64_t count) const {
    if (options_.nodes != nullptr) options_.nodes->fetch_add(count, std::memory_order_relaxed);
  }

  // The number of tours, not their order, decides whether the limit is passed.
  void reserve_tour() {
    if (listed_.fetch_add(1, std::memory_order_relaxed) >= max_tours_)
      throw SpaceError("there are more than " + std::to_string(max_tours_) +
                       " tours to list; raise the limit, or count instead");
  }

  // An exception must not leave a thread: the first is kept for the caller, and ends all work.
  template <class Action>
  void guarded(Action&& action) noexcept {
    try {
      action();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!first_failure_) first_failure_ = std::current_exception();
      failed_.store(true, std::memory_order_relaxed);
    }
  }

  // `guarded`, while no more than `threads` others are in here.
  template <class Action>
  void guarded_in_slot(Action&& action) {
    std::unique_lock lock(mutex_);
    slot_freed_.wait(lock, [this] { return free_slots_ > 0; });
    --free_slots_;
    lock.unlock();
    guarded(action);
    lock.lock();
    ++free_slots_;
    slot_freed_.notify_one();
  }

  // To be called when all threads have been joined.
  void rethrow_failure() const {
    if (first_failure_) std::rethrow_exception(first_failure_);
  }

  const std::size_t area;
  const std::size_t squares;
  const bool closed;
  const std::uint64_t ends;  // of open tours
  const bool listing;
  std::uint64_t present = 0;
  std::array<std::uint64_t, Board::kMaxSquares> moves{};
  std::size_t branching_length = 0;  // positions of fewer squares branch into threads
  const ThreadAttributes thread_attributes;

 private:
  const TreeOptions& options_;
  const std::uint64_t max_tours_;
  std::atomic<std::uint64_t> listed_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  std::exception_ptr first_failure_;
  std::condition_variable slot_freed_;
  int free_slots_;
};

// A leaf: plain depth-first backtracking. It counts one at a time, so 64 bits last for centuries;
// where the counts of leaves are added the sum is checked.
class Walk {
 public:
  Walk(Search& search, const Position& from, TreeListing& found)
      : search_(search),
        moves_(search.moves),
        path_(from.path),
        counts_(found.count.tours_by_start_end.data() + from.path[0] * search.area),
        found_(found) {
    if (search.closed)
      ends_ = search.squares < 3 ? 0 : moves_[from.path[0]];
    else
      ends_ = search.ends;
    search_.poll();
    extend(from.endpoint(), from.unvisited, from.length);
    search_.report_nodes(nodes_ - reported_);
    found_.count.nodes = nodes_;
  }

 private:
  void extend(std::size_t endpoint, std::uint64_t unvisited, std::size_t length) {
    if (++nodes_ - reported_ == kNodesBetweenPolls) {
      search_.report_nodes(nodes_ - std::exchange(reported_, nodes_));
      search_.poll();
    }
    if (unvisited == 0 && (ends_ & mask_of(endpoint)) != 0) complete(endpoint);
    for (std::uint64_t next = moves_[endpoint] & unvisited; next != 0; next &= next - 1) {
      const std::size_t square = first_of(next);
      path_[length] = static_cast<std::uint8_t>(square);
      extend(square, unvisited & ~mask_of(square), length + 1);
    }
  }

  void complete(std::size_t end) {
    ++counts_[end];
    if (!search_.listing) return;
    search_.reserve_tour();
    found_.tours.emplace_back(path_.begin(),
                              path_.begin() + static_cast<std::ptrdiff_t>(search_.squares));
  }

  Search& search_;
  const std::array<std::uint64_t, Board::kMaxSquares> moves_;
  std::array<std::uint8_t, Board::kMaxSquares> path_;
  std::uint64_t ends_;     // the squares where a tour may end
  std::uint64_t* counts_;  // by end square
  TreeListing& found_;
  std::uint64_t nodes_ = 0;
  std::uint64_t reported_ = 0;
};

// A position, what was found from it on, and the thread that did so if it got one.
struct Branch {
  Search& search;
  Position position;
  TreeListing found{};
  pthread_t thread{};
  bool has_thread = false;
};

void add(TreeListing& sum, TreeListing&& part) {
  std::vector<std::uint64_t>& tours = sum.count.tours_by_start_end;
  for (std::size_t i = 0; i < tours.size(); ++i)
    tours[i] = sum_without_wrap(tours[i], part.count.tours_by_start_end[i]);
  sum.count.nodes = sum_without_wrap(sum.count.nodes, part.count.nodes);
  sum.count.threads_created += part.count.threads_created;
  sum.tours.insert(sum.tours.end(), std::move_iterator(part.tours.begin()),
                   std::move_iterator(part.tours.end()));
}

void grow(Branch& branch);

void* run_thread(void* argument) {
  Branch& branch = *static_cast<Branch*>(argument);
  branch.search.guarded([&branch] { grow(branch); });
  return nullptr;
}

void start_thread(Branch& branch) {
  const int error =
      pthread_create(&branch.thread, branch.search.thread_attributes.get(), run_thread, &branch);
  branch.has_thread = error == 0;
  // With no more threads to be had, the parent does the work.
  if (error != 0 && error != EAGAIN)
    throw DeviceError("cannot start a thread of the thread tree: " +
                      std::generic_category().message(error) + "; try one thread");
}

// Returns how many threads it started; all have ended by then.
std::uint64_t grow_all(Search& search, std::vector<Branch>& branches, bool with_threads) noexcept {
  std::uint64_t started = 0;
  for (Branch& branch : branches) {
    if (with_threads) search.guarded([&branch] { start_thread(branch); });
    started += branch.has_thread ? 1 : 0;
  }
  for (Branch& branch : branches)
    if (!branch.has_thread) search.guarded([&branch] { grow(branch); });
  for (Branch& branch : branches) {
    // A thread that cannot be joined may still write to its branch: nothing can be saved.
    if (branch.has_thread && pthread_join(branch.thread, nullptr) != 0) std::terminate();
  }
  return started;
}

void grow(Branch& branch) {
  Search& search = branch.search;
  const Position& position = branch.position;
  TreeListing& found = branch.found;
  found.count.area = static_cast<int>(search.area);
  found.count.tours_by_start_end.resize(search.area * search.area);
  const std::uint64_t next = search.next_squares(position);
  const bool branching = position.length < search.branching_length && next != 0;
  if (position.length > 0 && !branching) {
    search.guarded_in_slot([&] { Walk(search, position, found); });
    return;
  }
  std::vector<Branch> children;
  for (std::uint64_t rest = next; rest != 0; rest &= rest - 1)
    children.push_back({search, position.followed_by(first_of(rest))});
  found.count.threads_created = grow_all(search, children, branching && children.size() > 1);
  search.poll();
  found.count.nodes = position.length > 0 ? 1 : 0;
  search.report_nodes(found.count.nodes);
  for (Branch& child : children) add(found, std::move(child.found));
}

struct TreeShape {
  std::uint64_t threads = 0;
  std::uint64_t leaves = 0;
};

// Adds what `grow` would make of a position if it branched down to `branching_length`.
void measure(const Search& search, const Position& position, std::size_t branching_length,
             TreeShape& shape) {
  const std::uint64_t next = search.next_squares(position);
  if (position.length >= branching_length || next == 0) {
    ++shape.leaves;
    return;
  }
  if (!std::has_single_bit(next)) shape.threads += static_cast<std::uint64_t>(std::popcount(next));
  for (std::uint64_t rest = next; rest != 0; rest &= rest - 1)
    measure(search, position.followed_by(first_of(rest)), branching_length, shape);
}

std::size_t choose_branching_length(const Search& search, const Position& root, int threads) {
  if (threads == 1) return 0;
  std::size_t chosen = 0;
  for (std::size_t longer = 1; longer <= search.squares; ++longer) {
    TreeShape shape;
    measure(search, root, longer, shape);
    if (shape.threads > kMaxThreads) break;
    chosen = longer;
    if (shape.leaves >= static_cast<std::uint64_t>(threads) * kLeavesPerThread) break;
  }
  return chosen;
}

TreeListing search_tree(const Board& board, const TreeOptions& options, bool list_tours,
                        std::uint64_t max_tours) {
  if (options.threads < 1)
    throw UsageError("the thread tree needs at least one thread, not " +
                     std::to_string(options.threads));
  Search search(board, options, list_tours, max_tours);
  Branch root{search, Position{search.present}};
  search.branching_length = choose_branching_length(search, root.position, options.threads);
  search.guarded([&root] { grow(root); });
  search.rethrow_failure();
  search.poll();
  return std::move(root.found);
}

}  // namespace

Uint128 TreeCount::by_start(int start) const {
  Uint128 sum = 0;
  for (int end = 0; end < area; ++end) sum += tours(start, end);
  return sum;
}

Uint128 TreeCount::by_end(int end) const {
  Uint128 sum = 0;
  for (int start = 0; start < area; ++start) sum += tours(start, end);
  return sum;
}

Uint128 TreeCount::total() const {
  Uint128 sum = 0;
  for (const std::uint64_t tours : tours_by_start_end) sum += tours;
  return sum;
}

TreeCount count_with_thread_tree(const Board& board, const TreeOptions& options) {
  return search_tree(board, options, false, 0).count;
}

TreeListing list_with_thread_tree(const Board& board, const TreeOptions& options,
                                  std::uint64_t max_tours) {
  return search_tree(board, options, true, max_tours);
}

}  // namespace ktour
