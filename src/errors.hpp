// Errors that end a run, each with the exit code of the command line.
//
// A message is one line that says what failed, on what, and what to try. Library code throws; only
// `main` prints and exits.
#pragma once

#include <stdexcept>
#include <string>

namespace ktour {

enum ExitCode : int {
  kExitDone = 0,
  kExitMismatch = 1,
  kExitUsage = 2,
  kExitNoDevice = 3,
  kExitNoSpace = 4,
  kExitCorrupt = 5,
  kExitInterrupted = 130,
  kExitReaderGone = 141,  // of the output: what a shell reports for a broken pipe
};

class Error : public std::runtime_error {
 public:
  Error(ExitCode exit_code, const std::string& message)
      : std::runtime_error(message), exit_code_(exit_code) {}
  ExitCode exit_code() const { return exit_code_; }

 private:
  ExitCode exit_code_;
};

// The command line, a board or a square makes no sense.
struct UsageError : Error {
  explicit UsageError(const std::string& message) : Error(kExitUsage, message) {}
};

// The device that was asked for cannot be used here.
struct DeviceError : Error {
  explicit DeviceError(const std::string& message) : Error(kExitNoDevice, message) {}
};

// A level, a count or a file does not fit: memory, disk, or the width of a number.
struct SpaceError : Error {
  explicit SpaceError(const std::string& message) : Error(kExitNoSpace, message) {}
};

// Somebody asked the run to stop (SIGINT, SIGTERM). What is complete so far stays valid.
struct Interrupted : Error {
  Interrupted() : Error(kExitInterrupted, "interrupted") {}
};

// Whoever read the output has closed it: nothing to say, and nobody to say it to.
struct ReaderGone : Error {
  ReaderGone() : Error(kExitReaderGone, "the reader of the output is gone") {}
};

}  // namespace ktour
