#include "state_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "crc64.hpp"

namespace ktour {
namespace {

constexpr std::string_view kMagic = "KTOURST1";

struct Footer {
  char magic[8];
  std::uint64_t partitions;
  std::uint64_t index_bytes;
  std::uint64_t checksum;  // of the index and what is above
};
constexpr std::uint64_t kSummedFooterBytes = sizeof(Footer) - sizeof(std::uint64_t);
static_assert(sizeof(StateBlock) == 24 && sizeof(Footer) == 32, "the layout has no gaps");

void append_bytes(std::vector<char>& to, const void* bytes, std::uint64_t count) {
  const auto* begin = static_cast<const char*>(bytes);
  to.insert(to.end(), begin, begin + count);
}

std::uint64_t checksum_of(const std::vector<char>& index, const Footer& footer) {
  Crc64 checksum;
  checksum.update(index.data(), index.size());
  checksum.update(&footer, kSummedFooterBytes);
  return checksum.value();
}

bool read_exactly(int file, char* to, std::uint64_t count, std::uint64_t offset) {
  while (count > 0) {
    const ssize_t got = retried([&] { return pread(file, to, count, static_cast<off_t>(offset)); });
    if (got <= 0) return false;
    to += got;
    offset += static_cast<std::uint64_t>(got);
    count -= static_cast<std::uint64_t>(got);
  }
  return true;
}

}  // namespace

StateFile::StateFile(std::string path, std::uint64_t partitions)
    : path_(std::move(path)), index_(partitions) {
  if (unlink(path_.c_str()) != 0 && errno != ENOENT) fail("replace");
  file_.open(
      retried([&] { return ::open(path_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666); }));
  if (!file_.is_open()) fail("create");
}

StateFile::StateFile(std::string path) : path_(std::move(path)), keeps_(true) {
  file_.open(retried([&] { return ::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC); }));
  if (!file_.is_open()) refuse(std::string("cannot be opened: ") + std::strerror(errno));
  struct stat status {};
  if (fstat(file_.number(), &status) != 0 || !S_ISREG(status.st_mode))
    refuse("is not a level of ktour");
  const auto file_bytes = static_cast<std::uint64_t>(status.st_size);
  Footer footer{};
  if (file_bytes < sizeof footer ||
      !read_exactly(file_.number(), reinterpret_cast<char*>(&footer), sizeof footer,
                    file_bytes - sizeof footer) ||
      std::string_view(footer.magic, sizeof footer.magic) != kMagic)
    refuse("is not a finished level of ktour");
  if (footer.index_bytes > file_bytes - sizeof footer) refuse("is damaged: its index is too long");
  end_ = file_bytes - sizeof footer - footer.index_bytes;
  std::vector<char> bytes(footer.index_bytes);
  if (!read_exactly(file_.number(), bytes.data(), bytes.size(), end_) ||
      checksum_of(bytes, footer) != footer.checksum)
    refuse("is damaged: the checksum of its index does not match");
  checksum_ = footer.checksum;

  std::size_t position = 0;
  const auto take = [&](void* to, std::uint64_t count) {
    if (count > bytes.size() - position) refuse("is damaged: its index is cut off");
    std::memcpy(to, bytes.data() + position, count);
    position += count;
  };
  for (std::uint64_t partition = 0; partition < footer.partitions; ++partition) {
    std::uint64_t count = 0;
    take(&count, sizeof count);
    if (count > bytes.size() / sizeof(StateBlock)) refuse("is damaged: its index is cut off");
    std::vector<StateBlock>& blocks = index_.emplace_back(count);
    take(blocks.data(), count * sizeof(StateBlock));
    for (const StateBlock& block : blocks)
      if (block.offset > end_ || block.bytes > end_ - block.offset)
        refuse("is damaged: a block lies outside");
  }
}

StateFile::~StateFile() {
  if (!keeps_ && file_.is_open()) unlink(path_.c_str());
}

void StateFile::append(std::uint64_t partition, BlockEncoder& encoder) {
  encoder.finish_block();
  const std::span<const char> bytes = encoder.bytes();
  std::uint64_t offset = 0;
  {
    const std::lock_guard lock(mutex_);
    offset = end_;
    end_ += bytes.size();
  }
  write_at(offset, bytes.data(), bytes.size());
  for (StateBlock& block : encoder.blocks()) block.offset += offset;
  std::vector<StateBlock>& blocks = index_[partition];
  blocks.insert(blocks.end(), encoder.blocks().begin(), encoder.blocks().end());
}

void StateFile::finish(const std::string& path) {
  std::vector<char> bytes;
  for (const std::vector<StateBlock>& blocks : index_) {
    const std::uint64_t count = blocks.size();
    append_bytes(bytes, &count, sizeof count);
    append_bytes(bytes, blocks.data(), count * sizeof(StateBlock));
  }
  Footer footer{};
  std::memcpy(footer.magic, kMagic.data(), kMagic.size());
  footer.partitions = index_.size();
  footer.index_bytes = bytes.size();
  footer.checksum = checksum_ = checksum_of(bytes, footer);
  append_bytes(bytes, &footer, sizeof footer);
  write_at(end_, bytes.data(), bytes.size());
  if (retried([&] { return fsync(file_.number()); }) != 0) fail("write");
  if (rename(path_.c_str(), path.c_str()) != 0) fail("rename");
  path_ = path;
  const FileDescriptor folder(::open(std::filesystem::path(path_).parent_path().c_str(),
                                     O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open() || !flush_directory(folder.number())) fail("flush the directory of");
}

std::uint64_t StateFile::states(std::uint64_t partition) const {
  std::uint64_t sum = 0;
  for (const StateBlock& block : index_[partition]) sum += block.states;
  return sum;
}

std::uint64_t StateFile::states() const {
  std::uint64_t sum = 0;
  for (std::uint64_t partition = 0; partition < partitions(); ++partition) sum += states(partition);
  return sum;
}

void StateFile::read(const StateBlock& block, std::vector<char>& bytes) const {
  bytes.resize(block.bytes);
  if (!read_exactly(file_.number(), bytes.data(), block.bytes, block.offset))
    refuse("cannot be read to its end");
  Crc64 checksum;
  checksum.update(bytes.data(), bytes.size());
  if (checksum.value() != block.checksum) refuse("is damaged: a checksum does not match");
}

void StateFile::drop(std::uint64_t partition) {
  for (const StateBlock& block : index_[partition])
    fallocate(file_.number(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
              static_cast<off_t>(block.offset), static_cast<off_t>(block.bytes));
  index_[partition].clear();
}

void StateFile::write_at(std::uint64_t offset, const char* bytes, std::uint64_t count) {
  while (count > 0) {
    const ssize_t written =
        retried([&] { return pwrite(file_.number(), bytes, count, static_cast<off_t>(offset)); });
    if (written < 0) fail("write");
    bytes += written;
    offset += static_cast<std::uint64_t>(written);
    count -= static_cast<std::uint64_t>(written);
  }
}

void StateFile::fail(const std::string& step) const {
  const int reason = errno;
  const bool full = reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
  throw SpaceError(
      "could not " + step + " '" + path_ + "': " + std::strerror(reason) +
      (full ? "; free some space or choose another directory" : "; choose another directory"));
}

void StateFile::refuse(const std::string& reason) const {
  throw CorruptInput("'" + path_ + "' " + reason + "; it is left as it is");
}

SpillDirectory::SpillDirectory(const std::string& path) : path_(path) {
  if (!make_directory(path_))
    throw SpaceError("could not make the directory '" + path_ + "': " + std::strerror(errno) +
                     "; choose another directory");
  const std::string name = (std::filesystem::path(path_) / "spill.lock").string();
  lock_.open(retried([&] { return ::open(name.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666); }));
  if (!lock_.is_open())
    throw SpaceError("could not create '" + name + "': " + std::strerror(errno) +
                     "; choose another directory");
  if (flock(lock_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw UsageError("another run keeps its states in '" + path_ + "'; choose another directory");
}

std::string SpillDirectory::level_file(int level) const {
  return (std::filesystem::path(path_) / ("ktour-level-" + std::to_string(level) + ".states"))
      .string();
}

std::string SpillDirectory::run_file(std::uint64_t number) const {
  return (std::filesystem::path(path_) / ("ktour-run-" + std::to_string(number) + ".states"))
      .string();
}

void SpillDirectory::clear(const std::string& kept_file) const {
  std::error_code error;
  const std::string kept = std::filesystem::path(kept_file).filename().string();
  std::vector<std::filesystem::path> removed;
  for (const auto& entry : std::filesystem::directory_iterator(path_, error)) {
    const std::string name = entry.path().filename().string();
    const bool ours = name.starts_with("ktour-") && name.ends_with(".states");
    if (ours && name != kept) removed.push_back(entry.path());
  }
  for (const std::filesystem::path& path : removed) std::filesystem::remove(path, error);
}

}  // namespace ktour
