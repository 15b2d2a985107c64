#include "thread_tree.hpp"

#include <limits.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <thread>

#include "interrupt.hpp"

namespace ktour::sonny {

// What one thread works on.
struct ThreadTree::Knight {
  KnightBoard board;
  Square square;
  std::int64_t covered = 0;
  std::int64_t depth = 0;
  bool on_chain = false;
  ThreadId thread = 0;
};

struct ThreadTree::Child {
  ThreadTree* tree = nullptr;
  Knight knight;
  Ticket ticket = Ticket::kNone;
  pthread_t handle{};
  std::int64_t returned = 0;  // what the thread returns a pointer to
};

// The children of one parent, from the first made to the last joined. Joins are in the order of
// making, whenever they happen.
class ThreadTree::Family {
 public:
  Family(ThreadTree& tree, Knight& parent) : tree_(tree), parent_(parent) {}

  void add(Square move);
  void join_all();
  // Joins what is left and answers with the most squares that any child returned.
  std::int64_t finish();

 private:
  Ticket get_ticket();
  void create(Child& child);
  void join_next();

  ThreadTree& tree_;
  Knight& parent_;
  std::array<Child, 8> children_;
  std::size_t made_ = 0;
  std::size_t joined_ = 0;
  bool holds_chain_ = false;
  std::int64_t best_ = 0;
};

void ThreadTree::Family::add(Square move) {
  Child& child = children_[made_];
  child.tree = &tree_;
  child.knight.board = parent_.board.duplicate();
  if (!child.knight.board.valid())
    tree_.output_.fail("calloc", ENOMEM, "the board of a thread; try a smaller --max-threads");
  child.knight.board.visit(move);
  child.knight.square = move;
  child.knight.covered = parent_.covered + 1;
  child.knight.depth = parent_.depth + 1;
  child.ticket = get_ticket();
  child.knight.on_chain = child.ticket == Ticket::kChain;
  child.knight.thread = kStableMainId + 1 + tree_.made_.fetch_add(1, std::memory_order_relaxed);
  create(child);
  ++made_;
  if (child.knight.on_chain || !tree_.options_.parallel) join_all();
}

Ticket ThreadTree::Family::get_ticket() {
  if (parent_.on_chain || holds_chain_) {
    tree_.room_.enter_on_chain();
    return Ticket::kChain;
  }
  const Ticket ticket = tree_.room_.try_enter();
  if (ticket != Ticket::kNone) return ticket;
  // Full. Whoever waits in enter() must have no child alive.
  join_all();
  const Ticket waited_for = tree_.room_.enter();
  holds_chain_ = waited_for == Ticket::kChain;
  return waited_for;
}

void ThreadTree::Family::create(Child& child) {
  // The kernel takes a thread off its books a little after join has returned, so where few threads
  // are wanted at once a refusal may pass. With no bound it is final, as the assignment asks.
  const bool is_bounded = tree_.options_.room.has_value() || !tree_.options_.parallel;
  const auto give_up = std::chrono::milliseconds(is_bounded ? 512 : 0);
  auto pause = std::chrono::milliseconds(1);
  int error = pthread_create(&child.handle, &tree_.attributes_, run_child, &child);
  while (error == EAGAIN && pause < give_up) {
    join_all();
    std::this_thread::sleep_for(pause);
    pause *= 2;
    error = pthread_create(&child.handle, &tree_.attributes_, run_child, &child);
  }
  if (error == 0) return;
  Line line = Line::error("pthread_create", error);
  line.number(tree_.room_.alive() - 1);  // all but the one that was refused
  line.text(" threads are alive; ");
  line.text(is_bounded ? "try a smaller --max-threads or a larger ulimit -u)"
                       : "bound them with --max-threads)");
  tree_.output_.fail(line);
}

void ThreadTree::Family::join_next() {
  Child& child = children_[joined_];
  void* returned = nullptr;
  const int error = pthread_join(child.handle, &returned);
  if (error != 0) tree_.output_.fail("pthread_join", error, "this is a bug of sonny");
  ++joined_;
  tree_.room_.leave(child.ticket);
  // A child that saw the interrupt returns half a walk; having joined it, its parent sees it too.
  if (interrupted()) return;
  const std::int64_t squares = *static_cast<const std::int64_t*>(returned);
  Line line(parent_.thread);
  line.text("Thread [").number(child.knight.thread).text("] joined (returned ");
  tree_.output_.print(line.number(squares).text(")"));
  best_ = std::max(best_, squares);
}

void ThreadTree::Family::join_all() {
  while (joined_ < made_) join_next();
}

std::int64_t ThreadTree::Family::finish() {
  join_all();
  if (holds_chain_) tree_.room_.close_chain();
  return best_;
}

std::size_t thread_stack_bytes() {
  // Measured by filling stacks with a pattern: a thread touches less than 10 KiB, its walk, one
  // array of children, one line and the thread library's own data together. Symbol lookup and the
  // frame of a signal save the processor's registers on top; the system's minimum allows for them.
  // That makes 64 KiB on most machines, of which only touched pages take memory.
  constexpr std::size_t kOwnBytes = std::size_t{48} << 10;
  const std::size_t page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t bytes = kOwnBytes + static_cast<std::size_t>(PTHREAD_STACK_MIN);
  return (bytes + page_bytes - 1) / page_bytes * page_bytes;
}

ThreadTree::ThreadTree(const TreeOptions& options, Output& output)
    : options_(options),
      squares_(std::int64_t{options.rows} * options.columns),
      output_(output),
      room_(options.room),
      dead_end_boards_(options.rows, options.columns) {
  int error = pthread_attr_init(&attributes_);
  if (error != 0) output_.fail("pthread_attr_init", error, "the attributes of threads");
  error = pthread_attr_setstacksize(&attributes_, thread_stack_bytes());
  if (error != 0) output_.fail("pthread_attr_setstacksize", error, "the stack of threads");
}

ThreadTree::~ThreadTree() { pthread_attr_destroy(&attributes_); }

TreeResult ThreadTree::solve() {
  const auto start = std::chrono::steady_clock::now();
  Knight sonny;
  sonny.thread = options_.stable_ids ? kStableMainId : ThreadId{gettid()};
  sonny.board = KnightBoard(options_.rows, options_.columns);
  if (!sonny.board.valid()) output_.fail("calloc", ENOMEM, "the first board; try a smaller one");
  sonny.board.visit(sonny.square);
  sonny.covered = 1;
  Line line(sonny.thread);
  line.text("Solving Sonny's knight's tour problem for a ").number(options_.rows).text("x");
  output_.print(line.number(options_.columns).text(" board"));

  explore(sonny);

  TreeResult result;
  result.main_thread = sonny.thread;
  result.totals = totals_;
  result.threads = made_.load(std::memory_order_relaxed);
  result.most_alive = room_.most_alive();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.complete = !interrupted();
  return result;
}

void* ThreadTree::run_child(void* argument) {
  Child& child = *static_cast<Child*>(argument);
  if (!child.tree->options_.stable_ids) child.knight.thread = gettid();
  child.returned = child.tree->explore(child.knight);
  child.knight.board.release();
  return &child.returned;
}

std::int64_t ThreadTree::explore(Knight& knight) {
  while (!interrupted()) {
    const Moves moves = knight.board.moves_from(knight.square);
    if (moves.count == 0) return leaf(knight);
    if (moves.count > 1) return branch(knight, moves);
    knight.square = moves.to[0];
    knight.board.visit(knight.square);
    ++knight.covered;
  }
  note_depth(knight);
  return knight.covered;
}

std::int64_t ThreadTree::branch(Knight& knight, const Moves& moves) {
  Line line(knight.thread);
  line.number(moves.count).text(" moves possible after move #").number(knight.covered);
  output_.print(line.text("; creating threads..."));
  Family family(*this, knight);
  for (int move = 0; move < moves.count && !interrupted(); ++move)
    family.add(moves.to[static_cast<std::size_t>(move)]);
  return family.finish();
}

std::int64_t ThreadTree::leaf(const Knight& knight) {
  const bool is_full_tour = knight.covered == squares_;
  {
    const std::lock_guard lock(totals_mutex_);
    totals_.max_squares = std::max(totals_.max_squares, knight.covered);
    totals_.full_tours += is_full_tour ? 1 : 0;
  }
  note_depth(knight);
  Line line(knight.thread);
  if (is_full_tour) {
    output_.print(line.text("Sonny found a full knight's tour!"));
  } else {
    if (!dead_end_boards_.append(knight.board))
      output_.fail("realloc", ENOMEM, "the list of dead-end boards; try a smaller board");
    output_.print(line.text("Dead end after move #").number(knight.covered));
  }
  return knight.covered;
}

void ThreadTree::note_depth(const Knight& knight) {
  const std::lock_guard lock(totals_mutex_);
  totals_.deepest = std::max(totals_.deepest, knight.depth);
}

}  // namespace ktour::sonny
