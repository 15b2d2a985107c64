#include "checkpoint.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <climits>
#include <cstring>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace ktour {
namespace {

static_assert(std::endian::native == std::endian::little, "the layout is little-endian");

constexpr const char* kName = "checkpoint.ktour";
constexpr const char* kTemporaryName = "checkpoint.ktour.partial";
constexpr std::string_view kMagic = "KTOURCP1";
constexpr std::uint64_t kVersion = 2;
constexpr std::uint64_t kPreambleBytes = 16;  // the magic and the header's length
constexpr std::uint64_t kChecksumBytes = 8;
// Far above any real header; a length beyond it is damage, whatever the file's own length.
constexpr std::uint64_t kMaxHeaderBytes = std::uint64_t{64} << 20;
// Summed and written in pieces that stay in the cache.
constexpr std::uint64_t kPieceBytes = std::uint64_t{256} << 10;

std::string path_in(const std::string& directory, const char* name) {
  return (std::filesystem::path(directory) / name).string();
}

std::uint64_t bytes_per_state(const CheckpointHeader& header) {
  return static_cast<std::uint64_t>(header.word_bytes) +
         8 * static_cast<std::uint64_t>(header.limbs);
}

// Of all shards together; nothing where they come to more than `limit`.
std::optional<std::uint64_t> shard_bytes(const CheckpointHeader& header, std::uint64_t limit) {
  std::uint64_t rest = limit;
  for (const std::uint64_t length : header.shard_lengths) {
    if (length > rest / bytes_per_state(header)) return std::nullopt;
    rest -= length * bytes_per_state(header);
  }
  return limit - rest;
}

// What precedes the shards.
std::string serialized(const CheckpointHeader& header) {
  const nlohmann::ordered_json json = {{"version", kVersion},
                                       {"level", header.level},
                                       {"limbs", header.limbs},
                                       {"word_bytes", header.word_bytes},
                                       {"parameters", header.parameters},
                                       {"levels", header.levels},
                                       {"shard_lengths", header.shard_lengths},
                                       {"state_file", header.state_file},
                                       {"state_file_checksum", header.state_file_checksum}};
  std::string text;
  try {
    text = json.dump();
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(std::string("the run's parameters cannot be stored: ") + error.what());
  }
  if (text.size() > kMaxHeaderBytes)
    throw std::logic_error("a checkpoint's header is longer than readers take");
  const std::uint64_t length = text.size();
  std::string bytes(kMagic);
  bytes.append(reinterpret_cast<const char*>(&length), sizeof length);
  return bytes + text;
}

}  // namespace

bool has_checkpoint(const std::string& directory) {
  struct stat status {};
  if (lstat(path_in(directory, kName).c_str(), &status) == 0) return true;
  return errno != ENOENT && errno != ENOTDIR;
}

CheckpointWriter::CheckpointWriter(std::string directory, const CheckpointHeader& header)
    : directory_(std::move(directory)) {
  if (header.level < 0 || header.limbs < 1 || header.word_bytes < 1)
    throw std::logic_error("a checkpoint's level or widths make no sense");
  const std::string front = serialized(header);
  const std::optional<std::uint64_t> promised = shard_bytes(header, INT64_MAX);
  if (!promised) throw SpaceError("no file is long enough for the checkpoint of this level");
  promised_bytes_ = *promised;

  if (!make_directory(directory_)) fail("make the directory");
  folder_.open(open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder_.is_open()) fail("open the directory");
  // Two writers would give each other's unfinished temporary its name. File systems that have no
  // such lock say so with another reason; there the checksum still finds the damage.
  if (flock(folder_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw UsageError("another run is writing its checkpoint to '" + directory_ +
                     "'; choose another directory");
  refuse_foreign_file();
  // Whatever a writer that died has left; it may be read-only or a link, so it is not reused.
  if (unlinkat(folder_.number(), kTemporaryName, 0) != 0 && errno != ENOENT)
    fail("remove the old temporary file of");
  file_.open(retried([&] {
    return openat(folder_.number(), kTemporaryName, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  }));
  if (!file_.is_open()) fail("create");
  append(front.data(), front.size());
}

CheckpointWriter::~CheckpointWriter() { abandon(); }

void CheckpointWriter::write(const void* bytes, std::uint64_t count) {
  if (!file_.is_open() || count > promised_bytes_)
    throw std::logic_error("a checkpoint gets more bytes than its header promises");
  append(bytes, count);
  promised_bytes_ -= count;
}

void CheckpointWriter::commit() {
  if (!file_.is_open() || promised_bytes_ != 0)
    throw std::logic_error("a checkpoint gets fewer bytes than its header promises");
  const std::uint64_t checksum = checksum_.value();
  append(&checksum, sizeof checksum);
  if (retried([&] { return fsync(file_.number()); }) != 0) fail("write");
  refuse_foreign_file();
  if (renameat(folder_.number(), kTemporaryName, folder_.number(), kName) != 0) fail("rename");
  file_.close();
  if (!flush_directory(folder_.number())) fail("flush the directory of");
  folder_.close();
}

void CheckpointWriter::append(const void* bytes, std::uint64_t count) {
  const auto* next = static_cast<const char*>(bytes);
  while (count > 0) {
    const std::uint64_t piece = std::min(count, kPieceBytes);
    checksum_.update(next, piece);
    for (std::uint64_t done = 0; done < piece;) {
      const ssize_t written =
          retried([&] { return ::write(file_.number(), next + done, piece - done); });
      if (written < 0) fail("write");
      done += static_cast<std::uint64_t>(written);
    }
    next += piece;
    count -= piece;
  }
}

// The name alone does not make a file ours to replace. A link is not ours either: rename would
// replace the link and leave what it points at.
void CheckpointWriter::refuse_foreign_file() {
  const FileDescriptor file(retried([&] {
    return openat(folder_.number(), kName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  }));
  if (!file.is_open()) {
    if (errno == ENOENT) return;
    if (errno != ELOOP && errno != ENXIO) fail("look at");  // a link, a socket
  }
  struct stat status {};
  std::array<char, kMagic.size()> magic{};
  if (file.is_open() && fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode) &&
      retried([&] { return pread(file.number(), magic.data(), magic.size(), 0); }) ==
          static_cast<ssize_t>(magic.size()) &&
      std::string_view(magic.data(), magic.size()) == kMagic)
    return;
  throw CorruptInput("'" + path_in(directory_, kName) +
                     "' is not a checkpoint of ktour and is left alone; choose another directory");
}

void CheckpointWriter::abandon() {
  if (file_.is_open()) unlinkat(folder_.number(), kTemporaryName, 0);
  file_.close();
  folder_.close();
}

void CheckpointWriter::fail(const std::string& step) {
  const int reason = errno;
  abandon();
  const bool full = reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
  throw SpaceError(
      "could not " + step + " '" + path_in(directory_, kName) + "': " + std::strerror(reason) +
      (full ? "; free some space or choose another directory" : "; choose another directory"));
}

CheckpointReader::CheckpointReader(const std::string& directory)
    : path_(path_in(directory, kName)) {
  // Without O_NONBLOCK a pipe of this name would hold the program for ever.
  file_.open(retried([&] { return open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC); }));
  if (!file_.is_open())
    throw UsageError("could not open '" + path_ + "': " + std::strerror(errno) +
                     "; name the directory of a checkpoint");
  struct stat status {};
  if (fstat(file_.number(), &status) != 0 || !S_ISREG(status.st_mode))
    refuse("is not a checkpoint of ktour");
  const auto file_bytes = static_cast<std::uint64_t>(status.st_size);

  std::array<char, kPreambleBytes> preamble{};
  const std::uint64_t begin_bytes = std::min(file_bytes, kPreambleBytes);
  read_at_position(preamble.data(), begin_bytes);
  if (begin_bytes < kMagic.size() || std::string_view(preamble.data(), kMagic.size()) != kMagic)
    refuse("is not a checkpoint of ktour");
  if (file_bytes < kPreambleBytes + kChecksumBytes) refuse("is cut off");
  shards_end_ = file_bytes - kChecksumBytes;

  std::uint64_t header_bytes = 0;
  std::memcpy(&header_bytes, preamble.data() + kMagic.size(), sizeof header_bytes);
  if (header_bytes > std::min(kMaxHeaderBytes, shards_end_ - kPreambleBytes))
    refuse("is damaged: its header would be " + std::to_string(header_bytes) + " bytes long");
  std::string text(header_bytes, '\0');
  read_at_position(text.data(), header_bytes);
  verify_checksum();
  parse_header(text);
  const std::uint64_t present = shards_end_ - position_;
  if (shard_bytes(header_, present) != present)
    refuse("is damaged: its shards are not as long as its header says");
}

void CheckpointReader::read(void* bytes, std::uint64_t count) {
  if (count > shards_end_ - position_)
    throw std::logic_error("more is read from a checkpoint than its header promises");
  read_at_position(bytes, count);
}

void CheckpointReader::finish() {
  if (position_ != shards_end_)
    throw std::logic_error("less is read from a checkpoint than its header promises");
  if (checksum_.value() != stored_checksum_) refuse("changed while it was read");
}

void CheckpointReader::read_at_position(void* bytes, std::uint64_t count) {
  auto* next = static_cast<char*>(bytes);
  while (count > 0) {
    const std::uint64_t piece = std::min(count, kPieceBytes);
    for (std::uint64_t done = 0; done < piece;) {
      const ssize_t got = retried([&] {
        return pread(file_.number(), next + done, piece - done,
                     static_cast<off_t>(position_ + done));
      });
      if (got < 0) refuse(std::string("cannot be read: ") + std::strerror(errno));
      if (got == 0) refuse("became shorter while it was read");
      done += static_cast<std::uint64_t>(got);
    }
    checksum_.update(next, piece);
    position_ += piece;
    next += piece;
    count -= piece;
  }
}

// Reads on to the end of the file, and comes back: what is handed out later is summed once more,
// because it may come from the disk again.
void CheckpointReader::verify_checksum() {
  const std::uint64_t shards_begin = position_;
  const Crc64 before_shards = checksum_;
  std::vector<char> piece(kPieceBytes);
  while (position_ < shards_end_)
    read_at_position(piece.data(), std::min(shards_end_ - position_, kPieceBytes));
  const std::uint64_t computed = checksum_.value();
  read_at_position(&stored_checksum_, sizeof stored_checksum_);
  if (computed != stored_checksum_) refuse("is damaged: its checksum does not match");
  position_ = shards_begin;
  checksum_ = before_shards;
}

void CheckpointReader::parse_header(const std::string& text) {
  const auto whole = [this](const nlohmann::ordered_json& number, std::uint64_t least,
                            std::uint64_t most) {
    if (!number.is_number_unsigned() || number < least || number > most)
      refuse("is damaged: its header has a number that makes no sense");
    return number.get<std::uint64_t>();
  };
  try {
    const auto json = nlohmann::ordered_json::parse(text);
    const std::uint64_t version = whole(json.at("version"), 0, UINT64_MAX);
    if (version != kVersion)
      refuse("has version " + std::to_string(version) + ", and this program reads version " +
             std::to_string(kVersion));
    header_.parameters = json.at("parameters");
    header_.level = static_cast<int>(whole(json.at("level"), 0, INT_MAX));
    header_.limbs = static_cast<int>(whole(json.at("limbs"), 1, INT_MAX));
    header_.word_bytes = static_cast<int>(whole(json.at("word_bytes"), 1, INT_MAX));
    header_.levels = json.at("levels");
    for (const auto& length : json.at("shard_lengths"))
      header_.shard_lengths.push_back(whole(length, 0, UINT64_MAX));
    json.at("state_file").get_to(header_.state_file);
    header_.state_file_checksum = whole(json.at("state_file_checksum"), 0, UINT64_MAX);
  } catch (const nlohmann::json::exception& error) {
    refuse(std::string("is damaged: ") + error.what());
  }
}

void CheckpointReader::refuse(const std::string& reason) const {
  throw CorruptInput("'" + path_ + "' " + reason +
                     "; it is left as it is, name another directory or begin anew");
}

}  // namespace ktour
