// What a Lab answers to whom: the routes, the checks before them, and the limits. Knows HTTP's words
// and no socket; lab_server.hpp brings both together.
//
//     GET    /                            the page
//     GET    /api/machine                 devices and limits
//     POST   /api/runs                    a new run, held at level 0
//     GET    /api/runs/ID/events?from=K   its events, from level K on
//     POST   /api/runs/ID/step            permits levels
//     POST   /api/runs/ID/pause           takes permits back
//     DELETE /api/runs/ID                 stops it
//     GET    /api/runs/ID/tours?from=K&count=M
//     GET    /api/runs/ID/run.json        as ktour-run
//     GET    /api/runs/ID/export.html     the page with the finished run in it
//
// Requests and answers are described in docs/lab.md. No path is ever a name of a file.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/lab_access.hpp"
#include "lab/lab_runs.hpp"
#include "lab/lab_stream.hpp"

namespace ktour {

struct LabSettings {
  int threads = 1;                            // of a run on the CPU
  std::optional<std::uint64_t> memory_bytes;  // of all runs together; default: most of what is free
  std::size_t most_runs = 4;
  std::size_t most_streams = 16;
  std::chrono::milliseconds most_unobserved{10'000};
  std::chrono::milliseconds most_silence{4000};  // of a stream
};

inline constexpr std::uint64_t kLabMostBodyBytes = 16'384;

struct LabRequest {
  std::string method;  // GET, POST, DELETE, ...
  std::string path;    // without what follows a question mark
  std::map<std::string, std::string> parameters;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;

  std::string header(const std::string& name) const;
};

struct LabReply {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
  std::shared_ptr<LabStream> stream;  // sent instead of the body where there is one
};

class LabApi {
 public:
  // `page` is not copied.
  LabApi(const LabSettings& settings, LabAccess access, std::string_view page);

  // What can be said before the body is there: why the request is refused, if it is.
  std::optional<LabReply> refusal(const LabRequest& request) const;
  // The answer to a request that was not refused. Never throws but for a lack of memory.
  LabReply answer(const LabRequest& request);

  // An answer that says what is wrong, in one line.
  static LabReply error(int status, std::string_view message);

  LabRuns& runs() { return runs_; }

 private:
  LabReply route(const LabRequest& request);
  LabReply route_run(const LabRequest& request, const std::string& id, const std::string& what);
  LabReply page() const;
  LabReply machine() const;
  LabReply create(const LabRequest& request);
  LabReply events(const LabRequest& request, std::shared_ptr<LabRun> run);
  static LabReply tours(const LabRequest& request, const LabRun& run);
  LabReply export_page(const LabRun& run) const;

  LabSettings settings_;
  LabAccess access_;
  std::string_view page_;
  LabRuns runs_;
  std::mutex streams_mutex_;
  std::vector<std::weak_ptr<LabStream>> streams_;
};

}  // namespace ktour
