// The state of a search at a barrier, on disk, so that a run can go on after the program has ended.
//
// A directory holds one checkpoint, `checkpoint.ktour`. It is only ever replaced, and only by a
// complete file that has reached the disk, so a crash at any moment leaves the old one or the new
// one. A reader believes nothing that the checksum does not cover. docs/checkpoints.md draws the
// layout. What the parameters and the statistics mean, and whether they fit the run that wants to
// go on, is the caller's question.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "crc64.hpp"
#include "errors.hpp"
#include "posix_file.hpp"

namespace ktour {

struct CheckpointHeader {
  nlohmann::ordered_json parameters = nlohmann::ordered_json::object();
  int level = 0;       // of the states stored
  int limbs = 1;       // 64-bit words of one multiplicity
  int word_bytes = 8;  // bytes of one packed state
  nlohmann::ordered_json levels = nlohmann::ordered_json::array();  // completed ones' statistics
  std::vector<std::uint64_t> shard_lengths;                         // states, in the shards' order
  // Where the states are in a file of their own instead (see state_file.hpp): its name in
  // the checkpoint's directory, and its checksum. Else empty.
  std::string state_file;
  std::uint64_t state_file_checksum = 0;
};

// Whether anything stands under the checkpoint's name. A file of another kind counts too: it would
// stop the first write, so the reader had better refuse it before the search begins.
bool has_checkpoint(const std::string& directory);

class CheckpointWriter {
 public:
  // Makes the directory if it is missing, and holds its lock: a second writer is refused.
  // Throws SpaceError where nothing can be written, CorruptInput where a foreign file has the
  // checkpoint's name, UsageError where another writer is at work or the JSON is not UTF-8, and
  // std::logic_error where the header makes no sense.
  CheckpointWriter(std::string directory, const CheckpointHeader& header);
  // Without commit() the checkpoint that was there stays.
  ~CheckpointWriter();
  CheckpointWriter(const CheckpointWriter&) = delete;
  CheckpointWriter& operator=(const CheckpointWriter&) = delete;

  // Appends: for each shard all its words, then all its multiplicities. Throws SpaceError, after
  // which the space is free again and the writer of no more use; std::logic_error for more bytes
  // than the header promises.
  void write(const void* bytes, std::uint64_t count);
  // Brings the file to the disk, gives it its name and lets go of the directory. Throws SpaceError
  // or CorruptInput as above, std::logic_error where fewer bytes came than the header promises.
  void commit();

 private:
  void append(const void* bytes, std::uint64_t count);
  void refuse_foreign_file();
  void abandon();
  [[noreturn]] void fail(const std::string& step);

  std::string directory_;
  FileDescriptor folder_;
  FileDescriptor file_;  // open while the temporary exists
  Crc64 checksum_;
  std::uint64_t promised_bytes_ = 0;  // by the header, not yet written
};

class CheckpointReader {
 public:
  // Reads the whole file once, and so is as slow as the disk. Throws UsageError where there is no
  // checkpoint or it may not be read, CorruptInput where it is damaged, foreign, or of a version
  // that this program does not know. The file itself is never touched.
  explicit CheckpointReader(const std::string& directory);

  const CheckpointHeader& header() const { return header_; }
  // The next `count` bytes, in the order of CheckpointWriter::write. Throws CorruptInput where the
  // file has changed, std::logic_error for more bytes than the header promises.
  void read(void* bytes, std::uint64_t count);
  // Throws CorruptInput where the bytes read are not those that were checked, std::logic_error
  // where some are still unread.
  void finish();

 private:
  void read_at_position(void* bytes, std::uint64_t count);
  void verify_checksum();
  void parse_header(const std::string& text);
  [[noreturn]] void refuse(const std::string& reason) const;

  std::string path_;
  FileDescriptor file_;
  CheckpointHeader header_;
  Crc64 checksum_;                // of all before position_
  std::uint64_t position_ = 0;    // bytes
  std::uint64_t shards_end_ = 0;  // bytes; the checksum follows
  std::uint64_t stored_checksum_ = 0;
};

}  // namespace ktour
