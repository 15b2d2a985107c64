// `ktour queens --list`: every solution, or every fundamental one, streamed, and their number compared
// with the published one.
#include "command_queens_list.hpp"

#include <fmt/core.h>

#include <memory>
#include <optional>

#include "answers.hpp"
#include "console.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "queens_check.hpp"
#include "queens_list.hpp"
#include "queens_symmetry.hpp"
#include "stop_flag.hpp"

namespace ktour {

int command_queens_list(const QueensArguments& arguments) {
  if (arguments.device.device == "cuda")
    throw UsageError("--list runs on one CPU thread; leave out --device cuda");
  const SolutionFormat format = parse_solution_format(arguments.format);
  const std::atomic<bool>* const stop = stop_on_signals();
  const bool fundamental = arguments.fundamental;
  const QueensAnswer published = published_queens(arguments.queens).value();
  const Count expected = fundamental ? published.fundamental : published.all;

  std::unique_ptr<OutputFile> file;
  if (!arguments.output_path.empty()) file = std::make_unique<OutputFile>(arguments.output_path);
  SolutionWriter writer(file ? file->stream() : stdout, format, arguments.queens, fundamental);
  bool limit_reached = false;
  std::optional<RunFailure> failure;
  {
    ShareProgress progress("solutions listed", expected);
    const ProgressLine line(file != nullptr, [&] { return progress.text(); });
    try {
      QueensWalk walk(arguments.queens, fundamental, stop);
      walk.run([&](std::span<const int> rows) {
        if (fundamental && !is_first_of_its_images(rows)) return true;
        limit_reached = arguments.limit > 0 && writer.written() == arguments.limit;
        if (limit_reached) return false;
        writer.write(rows);
        ++progress.done();
        return true;
      });
    } catch (const Interrupted& error) {
      failure = {error.exit_code(), error.what()};
    }
  }
  const char* const kind = fundamental ? "fundamental solutions" : "solutions";
  if (!failure && !limit_reached && !arguments.no_verify && Count(writer.written()) != expected)
    failure = {kExitMismatch, fmt::format("{} {} were found, and {} are published",
                                          writer.written(), kind, to_decimal(expected))};
  writer.finish(!failure && !limit_reached);
  if (failure) return report_failure(*failure);
  if (file) file->commit();
  note(fmt::format("{} {} listed{}\n", writer.written(), kind,
                   limit_reached         ? ", more exist (--limit)"
                   : arguments.no_verify ? ""
                   : fundamental         ? ", as many as OEIS A002562 has"
                                         : ", as many as OEIS A000170 has"));
  return kExitDone;
}

}  // namespace ktour
