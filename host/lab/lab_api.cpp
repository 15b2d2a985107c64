#include "lab/lab_api.hpp"

#include <fmt/core.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "arguments.hpp"
#include "build_info.hpp"
#include "console.hpp"
#include "errors.hpp"
#include "lab/lab_export.hpp"
#include "lab/lab_question.hpp"
#include "lab/lab_report.hpp"
#include "machine.hpp"
#include "origin_json.hpp"

namespace ktour {
namespace {

using Json = nlohmann::ordered_json;

std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

LabReply json_reply(const Json& json, int status = 200) {
  return {status, "application/json", to_text(json), {}, nullptr};
}

LabReply download(std::string body, const char* type, const LabRun& run, const char* extension) {
  const Board& board = run.question().board;
  return {200,
          type,
          std::move(body),
          {{"Content-Disposition",
            fmt::format("attachment; filename=\"ktour-{}x{}-{}.{}\"", board.rows(), board.columns(),
                        name_of(run.question().goal), extension)}},
          nullptr};
}

// A parameter that is a whole number. Throws UsageError.
std::uint64_t number(const LabRequest& request, const std::string& name, std::uint64_t otherwise,
                     std::uint64_t most) {
  const auto found = request.parameters.find(name);
  if (found == request.parameters.end()) return otherwise;
  const std::string& text = found->second;
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size() || value > most)
    throw UsageError(fmt::format("{}: a whole number from 0 to {} is needed", name, most));
  return value;
}

bool is_json(const std::string& content_type) {
  std::string type = content_type.substr(0, content_type.find(';'));
  while (type.ends_with(' ')) type.pop_back();
  return type == "application/json";
}

// The words between the slashes of a path.
std::vector<std::string> words_of(const std::string& path) {
  std::vector<std::string> words;
  for (std::size_t begin = 1; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    words.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

LabReply not_there() { return LabApi::error(404, "there is nothing at this address"); }

LabReply not_allowed(const char* methods) {
  LabReply reply = LabApi::error(405, fmt::format("this address takes {} only", methods));
  reply.headers.emplace_back("Allow", methods);
  return reply;
}

}  // namespace

std::string LabRequest::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? std::string() : found->second;
}

LabApi::LabApi(const LabSettings& settings, LabAccess access, std::string_view page)
    : settings_(settings),
      access_(std::move(access)),
      page_(page),
      runs_(settings.most_runs, settings.most_unobserved) {}

LabReply LabApi::error(int status, std::string_view message) {
  return json_reply({{"error", one_line(message)}}, status);
}

std::optional<LabReply> LabApi::refusal(const LabRequest& request) const {
  const std::string host = request.header("host");
  if (!access_.host_allowed(host))
    return error(403, "the Host header does not name the address that the Lab listens on");
  const bool enters = request.path == "/" && request.parameters.contains("token");
  if (enters ? !access_.token_allowed(request.parameters.at("token"))
             : !access_.cookie_allowed(request.header("cookie")))
    return error(401, "open the address that ktour lab printed, with its token");
  if (request.method == "GET" || request.method == "HEAD") return std::nullopt;
  if (request.method != "POST" && request.method != "DELETE")
    return not_allowed("GET, POST, DELETE");
  if (!access_.origin_allowed(request.header("origin"), host))
    return error(403, "the Origin header is not the Lab's own");
  if (request.method == "DELETE") return std::nullopt;
  // The body is read only where its length is known, and nothing makes it longer.
  if (!request.header("transfer-encoding").empty() || request.header("content-length").empty())
    return error(411, "the length of the body must be given (Content-Length)");
  if (!request.header("content-encoding").empty())
    return error(415, "the body must not be compressed");
  return std::nullopt;
}

LabReply LabApi::answer(const LabRequest& request) {
  try {
    return route(request);
  } catch (const UsageError& bad) {
    return error(400, bad.what());
  } catch (const DeviceError& absent) {
    return error(400, std::string("device: ") + absent.what());
  } catch (const std::exception& failure) {
    return error(500, failure.what());
  }
}

LabReply LabApi::route(const LabRequest& request) {
  const bool gets = request.method == "GET" || request.method == "HEAD";
  if (request.path == "/") {
    if (!gets) return not_allowed("GET");
    if (!request.parameters.contains("token")) return page();
    return {
        303, "text/plain", "", {{"Location", "/"}, {"Set-Cookie", access_.set_cookie()}}, nullptr};
  }
  const std::vector<std::string> words = words_of(request.path);
  if (words.size() < 2 || words[0] != "api") return not_there();
  if (words[1] == "machine" && words.size() == 2) return gets ? machine() : not_allowed("GET");
  if (words[1] != "runs" || words.size() > 4) return not_there();
  if (words.size() == 2) return request.method == "POST" ? create(request) : not_allowed("POST");
  return route_run(request, words[2], words.size() == 4 ? words[3] : "");
}

LabReply LabApi::route_run(const LabRequest& request, const std::string& id,
                           const std::string& what) {
  const std::shared_ptr<LabRun> run = runs_.find(id);
  if (!run) return error(404, "there is no such run; it may have been stopped and forgotten");
  const bool posts = request.method == "POST";
  const bool deletes = request.method == "DELETE";
  if (what.empty()) {
    if (!deletes) return not_allowed("DELETE");
    runs_.erase(id);
    return {204, "", "", {}, nullptr};
  }
  if (what == "step" || what == "pause") {
    if (!posts) return not_allowed("POST");
    if (!is_json(request.header("content-type")))
      return error(415, "the body must be application/json");
    if (what == "step") return json_reply({{"allowed", run->allow(read_lab_step(request.body))}});
    read_lab_object(request.body);
    run->pause();
    return json_reply({{"allowed", 0}});
  }
  if (posts || deletes) return not_allowed("GET");
  if (what == "events") return events(request, run);
  if (what == "run.json")
    return download(to_text(run->run_json()) + "\n", "application/json", *run, "json");
  if (what != "tours" && what != "export.html") return not_there();
  if (!run->done()) return error(409, "the run is not done");
  return what == "tours" ? tours(request, *run) : export_page(*run);
}

LabReply LabApi::page() const {
  return {200, "text/html; charset=utf-8", std::string(page_), {}, nullptr};
}

LabReply LabApi::machine() const {
  Json devices = Json::array();
  devices.push_back(
      {{"name", "cpu"},
       {"available", true},
       {"text", fmt::format("{} thread{}", settings_.threads, settings_.threads == 1 ? "" : "s")}});
  std::string reason;
  const std::vector<CudaDeviceInfo> gpus = list_cuda_devices(reason);
  Json cuda = {{"name", "cuda"},
               {"available", !gpus.empty()},
               {"text", gpus.empty() ? "" : gpus.front().name}};
  if (gpus.empty()) cuda["reason"] = reason;
  devices.push_back(std::move(cuda));
  return json_reply({{"version", kVersion},
                     {"revision", kGitRevision},
                     {"processor", processor_name()},
                     {"devices", std::move(devices)},
                     {"limits",
                      {{"squares", Board::kMaxSquares},
                       {"runs", settings_.most_runs},
                       {"samples", kLabSamples},
                       {"tours", kLabTours}}}});
}

LabReply LabApi::create(const LabRequest& request) {
  if (!is_json(request.header("content-type")))
    return error(415, "the body must be application/json");
  const LabQuestion wanted = read_lab_question(request.body);
  RunOptions options;
  options.device = choose_device(wanted.device);
  options.threads = settings_.threads;
  options.samples = kLabSamples;
  options.most_tours_to_unfold = kLabTours;
  bound_memory(options, settings_.memory_bytes, static_cast<unsigned>(settings_.most_runs));
  const std::string id = runs_.create(wanted.question, options);
  const std::shared_ptr<LabRun> run = runs_.find(id);
  if (!run)
    return error(429, fmt::format("{} runs are open already; close one of them (its page), or wait "
                                  "until it is forgotten",
                                  settings_.most_runs));
  return json_reply({{"id", id},
                     {"question", question_to_json(run->question())},
                     {"last_level", run->last_level()},
                     {"impossible", run->impossible() ? Json(*run->impossible()) : Json()},
                     {"device", describe_device(run->options())}},
                    201);
}

LabReply LabApi::events(const LabRequest& request, std::shared_ptr<LabRun> run) {
  std::uint64_t from = number(request, "from", 0, Board::kMaxSquares);
  // A browser that connects again by itself asks for the same address once more.
  const std::string seen = request.header("last-event-id");
  if (!seen.empty())
    from =
        number({"", "", {{"Last-Event-ID", seen}}, {}, ""}, "Last-Event-ID", 0, Board::kMaxSquares);
  const std::lock_guard lock(streams_mutex_);
  std::erase_if(streams_, [](const auto& stream) { return stream.expired(); });
  if (streams_.size() >= settings_.most_streams)
    return error(503, "too many pages watch already; close one of them");
  auto stream = std::make_shared<LabStream>(std::move(run), from, settings_.most_silence);
  streams_.push_back(stream);
  return {200, "text/event-stream", "", {}, std::move(stream)};
}

LabReply LabApi::tours(const LabRequest& request, const LabRun& run) {
  const std::uint64_t from = number(request, "from", 0, kLabTours);
  const std::uint64_t count = number(request, "count", kLabToursOnce, kLabToursOnce);
  const auto total = run.tours_listed();
  if (!total) return error(409, "the tours of this run are not listed");
  return {200,
          "application/json",
          fmt::format("{{\"total\":{},\"from\":{},\"tours\":{}}}", *total, from,
                      run.tours_json(from, count)),
          {},
          nullptr};
}

LabReply LabApi::export_page(const LabRun& run) const {
  const std::string tours = run.tours_listed() ? run.tours_json(0, kLabTours) : "null";
  return download(page_with_document(page_, lab_document(run.run_json(), tours)),
                  "text/html; charset=utf-8", run, "html");
}

}  // namespace ktour
