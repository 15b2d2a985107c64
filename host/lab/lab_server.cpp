#include "lab/lab_server.hpp"

#include <fmt/core.h>
#include <httplib.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "errors.hpp"

namespace ktour {
namespace {

constexpr std::size_t kThreads = 32;  // a stream keeps one
constexpr std::size_t kMostPathLetters = 200;

LabRequest read(const httplib::Request& request) {
  LabRequest read{request.method, request.path, {}, {}, request.body};
  read.parameters.insert(request.params.begin(), request.params.end());
  for (const auto& [name, value] : request.headers) {
    std::string lower = name;
    std::ranges::transform(lower, lower.begin(), [](unsigned char letter) {
      return static_cast<char>(std::tolower(letter));
    });
    read.headers.emplace(std::move(lower), value);
  }
  return read;
}

// Every answer says what a browser must not do with it. The page's scripts and styles are bounded by
// a policy of its own, with their hashes.
void write_safety_headers(const std::string& type, httplib::Response& response) {
  response.set_header("Content-Security-Policy",
                      type.starts_with("text/html")
                          ? "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
                          : "default-src 'none'; frame-ancestors 'none'");
  response.set_header("X-Content-Type-Options", "nosniff");
  response.set_header("X-Frame-Options", "DENY");
  response.set_header("Referrer-Policy", "no-referrer");
  response.set_header("Cross-Origin-Opener-Policy", "same-origin");
  response.set_header("Cross-Origin-Resource-Policy", "same-origin");
  response.set_header("Cache-Control", "no-store");
}

void write(LabReply&& reply, httplib::Response& response) {
  response.status = reply.status;
  write_safety_headers(reply.type, response);
  for (const auto& [name, value] : reply.headers) response.set_header(name, value);
  if (reply.stream) {
    response.set_chunked_content_provider(
        reply.type, [stream = reply.stream](std::size_t, httplib::DataSink& sink) {
          const std::optional<std::string> text = stream->next();
          if (!text) {
            sink.done();
            return true;
          }
          return text->empty() || sink.write(text->data(), text->size());
        });
  } else if (!reply.body.empty()) {
    // As a provider, because the library would compress a plain body, at a pace for slow lines.
    const auto length = reply.body.size();
    response.set_content_provider(
        length, reply.type,
        [body = std::move(reply.body)](std::size_t offset, std::size_t count,
                                       httplib::DataSink& sink) {
          return sink.write(body.data() + offset, count);
        });
  }
}

}  // namespace

struct LabServer::Parts {
  httplib::Server server;
  int port = 0;
  std::atomic<bool> ended{false};
};

LabServer::LabServer(const std::string& address, int port) : parts_(std::make_unique<Parts>()) {
  httplib::Server& server = parts_->server;
  // Not the library's default, with which two programs can share a port.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  server.set_tcp_nodelay(true);
  server.set_keep_alive_max_count(1);
  server.set_keep_alive_timeout(1);
  server.set_read_timeout(2);
  server.set_write_timeout(2);
  server.set_payload_max_length(kLabMostBodyBytes);
  server.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  errno = 0;
  if (port == 0)
    parts_->port = server.bind_to_any_port(address);
  else
    parts_->port = server.bind_to_port(address, port) ? port : -1;
  if (parts_->port <= 0)
    throw UsageError(fmt::format("cannot listen on {} port {}{}; try another --port or --listen",
                                 address, port,
                                 errno == 0 ? "" : std::string(": ") + std::strerror(errno)));
}

LabServer::~LabServer() = default;

int LabServer::port() const { return parts_->port; }

void LabServer::serve(LabApi& api) {
  httplib::Server& server = parts_->server;
  server.set_pre_routing_handler([&api](const httplib::Request& raw, httplib::Response& response) {
    using Outcome = httplib::Server::HandlerResponse;
    if (raw.path.size() > kMostPathLetters) {
      write(LabApi::error(414, "the address is too long"), response);
      return Outcome::Handled;
    }
    const LabRequest request = read(raw);
    if (auto refusal = api.refusal(request)) {
      write(*std::move(refusal), response);
      return Outcome::Handled;
    }
    if (request.method == "POST") return Outcome::Unhandled;  // the body comes first
    write(api.answer(request), response);
    return Outcome::Handled;
  });
  server.Post(".*", [&api](const httplib::Request& request, httplib::Response& response) {
    write(api.answer(read(request)), response);
  });
  server.set_exception_handler(
      [](const httplib::Request&, httplib::Response& response, const std::exception_ptr&) {
        write(LabApi::error(500, "the Lab could not answer: out of memory"), response);
      });
  // What the library refuses by itself has no body yet.
  server.set_error_handler([](const httplib::Request&, httplib::Response& response) {
    if (response.has_header("Content-Type")) return;
    const int status = response.status;
    write(LabApi::error(status, status == 413 ? fmt::format("the body has more than {} bytes",
                                                            kLabMostBodyBytes)
                                              : std::string("the request cannot be read")),
          response);
  });
  server.listen_after_bind();
  parts_->ended = true;
}

void LabServer::stop() {
  // The library forgets a stop that comes before it listens.
  while (!parts_->server.is_running() && !parts_->ended)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  parts_->server.stop();
}

}  // namespace ktour
