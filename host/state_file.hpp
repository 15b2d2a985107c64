// A level's states on disk: blocks (state_blocks.hpp) in any order, and an index that says which
// belong to which partition.
//
//     +---------+---------+-   -+-------+------------------------------------------------+
//     | block   | block   | ... | index | "KTOURST1", partitions, index bytes, CRC-64/XZ |
//     +---------+---------+-   -+-------+------------------------------------------------+
//                               of index and footer, but for itself --^
//
// Partitions follow each other in word order; the blocks of one are sorted. The index is kept in
// memory, 24 bytes a block, and is written by finish(). docs/checkpoints.md has it byte by byte.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "posix_file.hpp"
#include "state_blocks.hpp"

namespace ktour {

class StateFile {
 public:
  // A new, empty file; one that has the name is replaced. Throws SpaceError.
  StateFile(std::string path, std::uint64_t partitions);
  // A finished one. Throws CorruptInput where it is missing, damaged or foreign.
  explicit StateFile(std::string path);
  // Removes the file, unless it was opened or is to be kept.
  ~StateFile();
  StateFile(const StateFile&) = delete;
  StateFile& operator=(const StateFile&) = delete;

  // Any thread, one partition at a time from one. Throws SpaceError.
  void append(std::uint64_t partition, BlockEncoder& encoder);
  // Brings the file with its index to the disk under a new name. Returns the index's checksum, by
  // which the file is known again. Throws SpaceError.
  void finish(const std::string& path);
  void keep(bool keeps) { keeps_ = keeps; }

  const std::string& path() const { return path_; }
  std::uint64_t checksum() const { return checksum_; }  // of a finished file's index
  std::uint64_t partitions() const { return index_.size(); }
  const std::vector<StateBlock>& blocks(std::uint64_t partition) const { return index_[partition]; }
  std::uint64_t states(std::uint64_t partition) const;
  std::uint64_t states() const;
  std::uint64_t bytes() const { return end_; }

  // Any thread. Throws CorruptInput.
  void read(const StateBlock& block, std::vector<char>& bytes) const;
  // Gives the disk back what a partition takes, where the file system can. Its blocks are gone.
  void drop(std::uint64_t partition);

 private:
  void write_at(std::uint64_t offset, const char* bytes, std::uint64_t count);
  [[noreturn]] void fail(const std::string& step) const;
  [[noreturn]] void refuse(const std::string& reason) const;

  std::string path_;
  FileDescriptor file_;
  bool keeps_ = false;
  std::mutex mutex_;  // of end_
  std::uint64_t end_ = 0;
  std::uint64_t checksum_ = 0;
  std::vector<std::vector<StateBlock>> index_;  // by partition
};

// A directory for the files of one run at a time.
class SpillDirectory {
 public:
  // Makes it if it is missing, and holds its lock until the end. Throws SpaceError where it cannot be
  // made, UsageError where another run uses it.
  explicit SpillDirectory(const std::string& path);

  const std::string& path() const { return path_; }
  std::string level_file(int level) const;
  std::string run_file(std::uint64_t number) const;
  // Removes what an earlier run has left, but for the level to go on from, if any.
  void clear(const std::string& kept_file) const;

 private:
  std::string path_;
  FileDescriptor lock_;
};

}  // namespace ktour
