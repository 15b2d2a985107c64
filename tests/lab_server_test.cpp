// The Lab over HTTP, on a free port of the loopback address: what only sockets show. The routes have
// tests/lab_api_test.cpp.
#include "lab/lab_server.hpp"

#include <gtest/gtest.h>
#include <httplib.h>

#include <future>

#include "lab_events.hpp"

namespace ktour {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr const char* kOpen5x5 = R"({"rows":5,"columns":5,"tours":"open","prune":["ends"]})";

class LabServerTest : public testing::Test {
 protected:
  explicit LabServerTest(LabSettings settings = {}, const std::string& token = "")
      : api_(bounded(settings), LabAccess("127.0.0.1", server_.port(), token), kTestPage),
        served_(std::async(std::launch::async, [this] { server_.serve(api_); })),
        client_("127.0.0.1", server_.port()) {}
  ~LabServerTest() override {
    api_.runs().close();
    server_.stop();
    served_.wait();
  }

  static LabSettings bounded(LabSettings settings) {
    settings.threads = 2;
    settings.memory_bytes = std::uint64_t{512} << 20;
    settings.most_silence = milliseconds(50);
    return settings;
  }

  std::string create(const char* body = kOpen5x5) {
    const auto reply = client_.Post("/api/runs", body, "application/json");
    EXPECT_EQ(reply->status, 201) << reply->body;
    return "/api/runs/" + Json::parse(reply->body)["id"].get<std::string>();
  }

  void step_all(const std::string& run) {
    EXPECT_EQ(client_.Post(run + "/step", R"({"levels":"all"})", "application/json")->status, 200);
  }

  // The stream's text up to where it contains `last`; then the connection is given up.
  std::string stream_until(const std::string& path, const std::string& last,
                           const httplib::Headers& headers = {}) {
    httplib::Client client("127.0.0.1", server_.port());
    client.set_read_timeout(seconds(30));
    std::string text;
    client.Get(path, headers, [&](const char* bytes, std::size_t count) {
      text.append(bytes, count);
      return text.find(last) == std::string::npos;
    });
    EXPECT_NE(text.find(last), std::string::npos) << text.size();
    return text;
  }

  // What comes back for these bytes.
  std::string raw(const std::string& bytes) {
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(server_.port()));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
    std::string text;
    std::array<char, 4096> buffer{};
    for (ssize_t count = 0; (count = recv(descriptor, buffer.data(), buffer.size(), 0)) > 0;)
      text.append(buffer.data(), static_cast<std::size_t>(count));
    close(descriptor);
    return text;
  }

  LabServer server_{"127.0.0.1", 0};
  LabApi api_;
  std::future<void> served_;
  httplib::Client client_;
};

std::vector<Json> level_events(const std::string& stream) {
  std::vector<Json> levels;
  const std::string begin = "event: level\n";
  for (std::size_t at = 0; (at = stream.find(begin, at)) != std::string::npos; ++at) {
    const std::size_t from = stream.find("data: ", at) + 6;
    levels.push_back(Json::parse(stream.substr(from, stream.find('\n', from) - from)));
  }
  return levels;
}

TEST_F(LabServerTest, GivesThePageWithSafetyHeaders) {
  const auto page = client_.Get("/");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 200);
  EXPECT_EQ(page->body, kTestPage);
  EXPECT_EQ(page->get_header_value("Content-Type"), "text/html; charset=utf-8");
  for (const char* path : {"/", "/api/machine", "/nothing"}) {
    const auto reply = client_.Get(path);
    EXPECT_EQ(reply->get_header_value("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(reply->get_header_value("X-Frame-Options"), "DENY");
    EXPECT_EQ(reply->get_header_value("Cache-Control"), "no-store");
    EXPECT_EQ(reply->get_header_value("Cross-Origin-Resource-Policy"), "same-origin");
    EXPECT_EQ(reply->get_header_value_count("Content-Security-Policy"), 1U);
    EXPECT_FALSE(reply->has_header("Access-Control-Allow-Origin"));
  }
  EXPECT_EQ(client_.Head("/")->body, "");
}

TEST_F(LabServerTest, RunsAllLevelsInOrder) {
  const std::string run = create();
  step_all(run);
  const std::string stream = stream_until(run + "/events", "event: done\n");
  const auto levels = level_events(stream);
  ASSERT_EQ(levels.size(), 25U);
  for (std::size_t depth = 0; depth < levels.size(); ++depth)
    EXPECT_EQ(levels[depth]["depth"], depth);
  const Json tours = Json::parse(client_.Get(run + "/tours")->body);
  EXPECT_EQ(tours["total"], 1728);
  EXPECT_EQ(tours["tours"].size(), 1728U);
  EXPECT_EQ(level_events(stream_until(run + "/events?from=20", "event: done\n")).size(), 5U);
  EXPECT_EQ(
      level_events(stream_until(run + "/events?from=0", "event: done\n", {{"Last-Event-ID", "24"}}))
          .size(),
      1U);
}

TEST_F(LabServerTest, ASilentStreamSaysThatItLives) {
  const std::string stream = stream_until(create() + "/events", ": still here\n\n");
  EXPECT_NE(stream.find("\"phase\":\"ready\""), std::string::npos);
}

TEST_F(LabServerTest, ADeletedRunEndsItsStreams) {
  const std::string run = create();
  std::promise<void> begun;
  auto stream = std::async(std::launch::async, [&] {
    httplib::Client client("127.0.0.1", server_.port());
    std::string seen;
    client.Get(run + "/events", [&](const char* bytes, std::size_t count) {
      if (seen.empty()) begun.set_value();
      seen.append(bytes, count);
      return true;
    });
    return seen;
  });
  begun.get_future().wait();
  EXPECT_EQ(client_.Delete(run)->status, 204);
  EXPECT_NE(stream.get().find("event: status\n"), std::string::npos);
  EXPECT_EQ(client_.Get(run + "/run.json")->status, 404);
}

TEST_F(LabServerTest, RefusesForeignHostsAndOrigins) {
  for (const char* host : {"evil.example", "127.0.0.1:1", ""})
    EXPECT_EQ(client_.Get("/api/machine", {{"Host", host}})->status, 403) << host;
  const std::string body = R"({"rows":3,"columns":4})";
  for (const char* origin : {"http://evil.example", "null"})
    EXPECT_EQ(client_.Post("/api/runs", {{"Origin", origin}}, body, "application/json")->status,
              403)
        << origin;
  const std::string own = "http://127.0.0.1:" + std::to_string(server_.port());
  EXPECT_EQ(client_.Post("/api/runs", {{"Origin", own}}, body, "application/json")->status, 201);
  const std::string run = create();
  EXPECT_EQ(client_.Delete(run, httplib::Headers{{"Origin", "http://evil.example"}})->status, 403);
  EXPECT_EQ(client_.Get(run + "/run.json")->status, 200);
}

TEST_F(LabServerTest, BodiesAreBounded) {
  const auto huge = client_.Post("/api/runs", std::string(100'000, ' '), "application/json");
  ASSERT_TRUE(huge);
  EXPECT_EQ(huge->status, 413);
  EXPECT_TRUE(Json::parse(huge->body)["error"].is_string());
  EXPECT_EQ(client_.Post("/api/runs", "rows=5", "application/x-www-form-urlencoded")->status, 415);
  const std::string head =
      "POST /api/runs HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server_.port()) +
      "\r\nContent-Type: application/json\r\n";
  EXPECT_NE(raw(head + "\r\n").find(" 411 "), std::string::npos);
  EXPECT_NE(raw(head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n").find(" 411 "),
            std::string::npos);
  EXPECT_NE(raw(head + "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}").find(" 415 "),
            std::string::npos);
}

TEST_F(LabServerTest, WhatIsNoHttpIsNoTrouble) {
  raw("\r\n\r\n");
  raw("GET\r\n\r\n");
  raw("GET / HTTP/9.9\r\nHost: x\r\n\r\n");
  const std::string host = "Host: 127.0.0.1:" + std::to_string(server_.port()) + "\r\n\r\n";
  EXPECT_NE(raw("GET /../../etc/passwd HTTP/1.1\r\n" + host).find(" 404 "), std::string::npos);
  EXPECT_NE(raw("GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + host).find(" 404 "),
            std::string::npos);
  EXPECT_NE(raw("GET /" + std::string(5000, 'a') + " HTTP/1.1\r\n" + host).find(" 414 "),
            std::string::npos);
  EXPECT_NE(raw("GET / HTTP/1.1\r\n\r\n").find(" 403 "), std::string::npos);  // no Host
  EXPECT_EQ(client_.Get("/")->status, 200);
}

class LabServerSoonGone : public LabServerTest {
 protected:
  LabServerSoonGone() : LabServerTest(soon()) {}
  static LabSettings soon() {
    LabSettings settings;
    settings.most_unobserved = milliseconds(400);
    return settings;
  }
  void wait_until_forgotten(const std::string& run) {
    const auto end = std::chrono::steady_clock::now() + seconds(30);
    while (client_.Get(run + "/run.json")->status != 404) {
      ASSERT_LT(std::chrono::steady_clock::now(), end);
      std::this_thread::sleep_for(milliseconds(20));
    }
  }
};

TEST_F(LabServerSoonGone, ARunWhosePageIsGoneIsForgotten) {
  const std::string run = create(R"({"rows":8,"columns":8})");
  // As long as somebody watches it stays.
  httplib::Client client("127.0.0.1", server_.port());
  const auto begin = std::chrono::steady_clock::now();
  client.Get(run + "/events", [&](const char*, std::size_t) {
    return std::chrono::steady_clock::now() - begin < milliseconds(800);
  });
  EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(800));
  EXPECT_EQ(client_.Get(run + "/run.json")->status, 200);
  step_all(run);
  wait_until_forgotten(run);
}

TEST_F(LabServerSoonGone, ARunThatNobodyEverWatchedToo) { wait_until_forgotten(create()); }

class LabServerWithToken : public LabServerTest {
 protected:
  LabServerWithToken() : LabServerTest({}, "c0ffee") {}
};

TEST_F(LabServerWithToken, WantsItEverywhere) {
  EXPECT_EQ(client_.Get("/")->status, 401);
  EXPECT_EQ(client_.Get("/api/machine?token=c0ffee")->status, 401);
  EXPECT_EQ(client_.Post("/api/runs", kOpen5x5, "application/json")->status, 401);
  const auto entry = client_.Get("/?token=c0ffee");
  ASSERT_EQ(entry->status, 303);
  EXPECT_EQ(entry->get_header_value("Location"), "/");
  const std::string cookie = entry->get_header_value("Set-Cookie");
  EXPECT_NE(cookie.find("HttpOnly; SameSite=Strict"), std::string::npos);
  const httplib::Headers with_cookie{{"Cookie", cookie.substr(0, cookie.find(';'))}};
  EXPECT_EQ(client_.Get("/", with_cookie)->status, 200);
  EXPECT_EQ(client_.Post("/api/runs", with_cookie, kOpen5x5, "application/json")->status, 201);
}

TEST(LabServerPort, IsNotSharedWithAnotherProgram) {
  const LabServer first("127.0.0.1", 0);
  EXPECT_GT(first.port(), 0);
  EXPECT_THROW(LabServer("127.0.0.1", first.port()), UsageError);
  EXPECT_THROW(LabServer("192.0.2.1", 0), UsageError);  // no address of this machine
}

}  // namespace
}  // namespace ktour
