// What the Lab answers: every route, and every kind of request that it must refuse. No sockets here;
// tests/lab_server_test.cpp goes over HTTP.
#include "lab/lab_api.hpp"

#include <gtest/gtest.h>

#include "lab_events.hpp"

namespace ktour {
namespace {

constexpr const char* kOpen4x5 = R"({"rows":4,"columns":5,"tours":"open","prune":["ends"]})";

class LabApiTest : public testing::Test {
 protected:
  static LabSettings settings() {
    LabSettings settings;
    settings.threads = 2;
    settings.memory_bytes = std::uint64_t{512} << 20;
    settings.most_unobserved = std::chrono::seconds(60);
    return settings;
  }

  LabReply send(const std::string& method, const std::string& path, const std::string& body = "") {
    LabRequest request{method, path, {}, {}, body};
    const std::size_t mark = path.find('?');
    if (mark != std::string::npos) {
      request.path = path.substr(0, mark);
      for (std::size_t begin = mark + 1; begin < path.size();) {
        const std::size_t end = std::min(path.find('&', begin), path.size());
        const std::size_t equals = path.find('=', begin);
        request.parameters[path.substr(begin, equals - begin)] =
            path.substr(equals + 1, end - equals - 1);
        begin = end + 1;
      }
    }
    request.headers["host"] = "127.0.0.1:8080";
    if (method == "POST") {
      request.headers["content-type"] = "application/json";
      request.headers["content-length"] = std::to_string(body.size());
    }
    const auto refusal = api.refusal(request);
    return refusal ? *refusal : api.answer(request);
  }

  // The status, and that an error comes as one line of JSON.
  int status_of(const std::string& method, const std::string& path, const std::string& body = "") {
    const LabReply reply = send(method, path, body);
    if (reply.status >= 400) {
      const Json json = Json::parse(reply.body);
      EXPECT_EQ(json.size(), 1U);
      EXPECT_FALSE(json["error"].get<std::string>().empty());
      EXPECT_EQ(json["error"].get<std::string>().find('\n'), std::string::npos);
    }
    return reply.status;
  }

  std::string error_of(const std::string& body) {
    const LabReply reply = send("POST", "/api/runs", body);
    EXPECT_EQ(reply.status, 400) << body;
    return Json::parse(reply.body)["error"];
  }

  std::string create(const std::string& body = kOpen4x5) {
    const LabReply reply = send("POST", "/api/runs", body);
    EXPECT_EQ(reply.status, 201) << reply.body;
    return Json::parse(reply.body)["id"];
  }

  std::string finished_run(const std::string& body = kOpen4x5) {
    const std::string id = create(body);
    EXPECT_EQ(status_of("POST", "/api/runs/" + id + "/step", R"({"levels":"all"})"), 200);
    LabCursor cursor;
    events_until(*api.runs().find(id), cursor, "done");
    return "/api/runs/" + id;
  }

  LabApi api{settings(), LabAccess("127.0.0.1", 8080, ""), kTestPage};
};

TEST_F(LabApiTest, GivesThePage) {
  const LabReply reply = send("GET", "/");
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.type, "text/html; charset=utf-8");
  EXPECT_EQ(reply.body, kTestPage);
}

TEST_F(LabApiTest, DescribesTheMachine) {
  const Json machine = Json::parse(send("GET", "/api/machine").body);
  for (const char* field : {"version", "revision", "processor"})
    EXPECT_TRUE(machine[field].is_string()) << field;
  ASSERT_EQ(machine["devices"].size(), 2U);
  EXPECT_EQ(machine["devices"][0]["name"], "cpu");
  EXPECT_EQ(machine["devices"][0]["available"], true);
  EXPECT_EQ(machine["devices"][0]["text"], "2 threads");
  const Json& cuda = machine["devices"][1];
  EXPECT_EQ(cuda["name"], "cuda");
  if (!cuda["available"].get<bool>()) {
    EXPECT_FALSE(cuda["reason"].get<std::string>().empty());
    const std::string error = error_of(R"({"rows":3,"columns":4,"device":"cuda"})");
    EXPECT_TRUE(error.starts_with("device:")) << error;
  }
  EXPECT_EQ(machine["limits"],
            Json::parse(R"({"squares":64,"runs":4,"samples":64,"tours":50000})"));
}

TEST_F(LabApiTest, CreatesARun) {
  const LabReply reply = send("POST", "/api/runs",
                              R"({"rows":5,"columns":5,"tours":"open","starts":[12,0],
                                  "prune":["connected","colour"],"device":"cpu"})");
  ASSERT_EQ(reply.status, 201) << reply.body;
  const Json run = Json::parse(reply.body);
  EXPECT_EQ(run["id"].get<std::string>().size(), 17U);
  EXPECT_EQ(run["last_level"], 24);
  EXPECT_TRUE(run["impossible"].is_null());
  EXPECT_EQ(run["device"]["kind"], "cpu");
  EXPECT_EQ(run["device"]["memory_budget_bytes"], std::uint64_t{128} << 20);
  EXPECT_EQ(run["question"]["starts"], (std::vector<int>{0, 12}));
  EXPECT_EQ(run["question"]["prune"], "colour,connected");
  EXPECT_NE(create(), create());
}

TEST_F(LabApiTest, SaysWhyAQuestionIsImpossible) {
  const Json run =
      Json::parse(send("POST", "/api/runs", R"({"rows":5,"columns":5,"tours":"closed"})").body);
  EXPECT_TRUE(run["impossible"].is_string());
  const std::string path = "/api/runs/" + run["id"].get<std::string>();
  EXPECT_EQ(send("GET", path + "/tours").body, R"({"total":0,"from":0,"tours":[]})");
}

TEST_F(LabApiTest, RefusesQuestionsThatAreNone) {
  const std::vector<std::pair<const char*, const char*>> cases{
      {"", "not JSON"},
      {"{", "not JSON"},
      {"[1,2]", "not a JSON object"},
      {"null", "not a JSON object"},
      {R"({"columns":5})", "rows"},
      {R"({"rows":5})", "columns"},
      {R"({"rows":"5","columns":5})", "rows"},
      {R"({"rows":5.5,"columns":5})", "rows"},
      {R"({"rows":0,"columns":5})", "rows"},
      {R"({"rows":-5,"columns":5})", "rows"},
      {R"({"rows":5,"columns":18446744073709551615})", "columns"},
      {R"({"rows":9,"columns":8})", "64 squares"},
      {R"({"rows":65,"columns":1})", "rows"},
      {R"({"rows":5,"columns":5,"tours":"closed?"})", "tours"},
      {R"({"rows":5,"columns":5,"tours":7})", "tours"},
      {R"({"rows":5,"columns":5,"starts":5})", "starts"},
      {R"({"rows":5,"columns":5,"starts":[25]})", "starts"},
      {R"({"rows":5,"columns":5,"starts":[-1]})", "starts"},
      {R"({"rows":5,"columns":5,"starts":["a1"]})", "starts"},
      {R"({"rows":6,"columns":6,"tours":"closed","starts":[0,1]})", "starts"},
      {R"({"rows":5,"columns":5,"prune":"all"})", "prune"},
      {R"({"rows":5,"columns":5,"prune":["all"]})", "prune"},
      {R"({"rows":5,"columns":5,"prune":[3]})", "prune"},
      {R"({"rows":5,"columns":5,"device":"tpu"})", "device"},
      {R"({"rows":5,"columns":5,"path":"/etc/passwd"})", "path"}};
  for (const auto& [body, named] : cases) {
    const std::string error = error_of(body);
    EXPECT_NE(error.find(named), std::string::npos) << body << ": " << error;
  }
  EXPECT_EQ(status_of("POST", "/api/runs", "{\"\xff\":1}"), 400);
  EXPECT_EQ(status_of("POST", "/api/runs", std::string(16'000, '[')), 400);
}

TEST_F(LabApiTest, RefusesOtherContentTypes) {
  LabRequest request{"POST", "/api/runs", {}, {}, kOpen4x5};
  for (const char* type :
       {"", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"}) {
    request.headers["content-type"] = type;
    EXPECT_EQ(api.answer(request).status, 415) << type;
  }
  request.headers["content-type"] = "application/json; charset=utf-8";
  EXPECT_EQ(api.answer(request).status, 201);
}

TEST_F(LabApiTest, TakesOnlySoManyRuns) {
  std::string last;
  for (int run = 0; run < 4; ++run) last = create();
  EXPECT_EQ(status_of("POST", "/api/runs", kOpen4x5), 429);
  EXPECT_EQ(send("DELETE", "/api/runs/" + last).status, 204);
  EXPECT_EQ(status_of("DELETE", "/api/runs/" + last), 404);
  create();
}

TEST_F(LabApiTest, TakesOnlySoManyStreams) {
  const std::string path = "/api/runs/" + create() + "/events";
  std::vector<LabReply> replies;
  for (std::size_t stream = 0; stream < settings().most_streams; ++stream) {
    replies.push_back(send("GET", path));
    ASSERT_TRUE(replies.back().stream);
  }
  EXPECT_EQ(status_of("GET", path), 503);
  replies.pop_back();
  EXPECT_EQ(status_of("GET", path), 200);
}

TEST_F(LabApiTest, StepsAndPausesOnlyAsAsked) {
  const std::string path = "/api/runs/" + create();
  for (const char* body : {"", "{}", R"({"levels":0})", R"({"levels":-1})", R"({"levels":65})",
                           R"({"levels":"none"})", R"({"levels":1.5})", R"({"levels":1,"x":1})"})
    EXPECT_EQ(status_of("POST", path + "/step", body), 400) << body;
  EXPECT_EQ(status_of("POST", path + "/pause", ""), 400);
  EXPECT_EQ(status_of("POST", path + "/pause", R"({"x":1})"), 400);
  EXPECT_EQ(send("POST", path + "/pause", "{}").body, R"({"allowed":0})");
  EXPECT_EQ(status_of("GET", path + "/step"), 405);
  EXPECT_EQ(status_of("POST", "/api/runs/r0/step", R"({"levels":1})"), 404);
}

TEST_F(LabApiTest, GivesToursOnlyWhenDone) {
  const std::string id = create();
  EXPECT_EQ(status_of("GET", "/api/runs/" + id + "/tours"), 409);
  EXPECT_EQ(status_of("GET", "/api/runs/" + id + "/export.html"), 409);
  EXPECT_EQ(status_of("GET", "/api/runs/" + id + "/run.json"), 200);
  const std::string path = finished_run();
  const Json all = Json::parse(send("GET", path + "/tours").body);
  EXPECT_EQ(all["total"], 164);  // twice the published 82 of 4 x 5
  EXPECT_EQ(all["tours"].size(), 164U);
  const Json some = Json::parse(send("GET", path + "/tours?from=160&count=10").body);
  EXPECT_EQ(some["from"], 160);
  EXPECT_EQ(some["tours"].size(), 4U);
  EXPECT_EQ(some["tours"][0], all["tours"][160]);
  for (const char* query : {"?from=-1", "?from=x", "?from=", "?count=5001", "?from=50001",
                            "?count=1e3", "?from=99999999999999999999"})
    EXPECT_EQ(status_of("GET", path + "/tours" + query), 400) << query;
}

TEST_F(LabApiTest, ExportsWhatItFound) {
  const std::string path = finished_run();
  const LabReply reply = send("GET", path + "/export.html");
  ASSERT_EQ(reply.status, 200);
  ASSERT_EQ(reply.headers.size(), 1U);
  EXPECT_EQ(reply.headers[0].second, "attachment; filename=\"ktour-4x5-open.html\"");
  const std::size_t begin = reply.body.find("{\"format\"");
  const std::size_t end = reply.body.find("</script>");
  const Json document = Json::parse(reply.body.substr(begin, end - begin));
  EXPECT_EQ(document["format"], "ktour-lab");
  EXPECT_EQ(document["version"], 1);
  EXPECT_EQ(document["run"], Json::parse(send("GET", path + "/run.json").body));
  EXPECT_EQ(document["run"]["status"], "complete");
  EXPECT_EQ(document["run"]["verification"]["passed"], true);
  EXPECT_EQ(document["tours"], Json::parse(send("GET", path + "/tours").body)["tours"]);
}

TEST_F(LabApiTest, KnowsNoOtherAddress) {
  const std::string id = create();
  for (const std::string path :
       {"/index.html", "/api", "/api/", "/api/runs/", "/api/runs/../machine", "/etc/passwd",
        "/../../etc/passwd", "//", "/api/machine/", "/api/runs/r0123456789abcdef/events",
        "/api/runs//events", "*", ""})
    EXPECT_TRUE(status_of("GET", path) == 404 || status_of("GET", path) == 405) << path;
  for (const std::string what : {"/tour", "/events/1", "/../..", "/run.json/x", "/"})
    EXPECT_NE(status_of("GET", "/api/runs/" + id + what), 200) << what;
  EXPECT_EQ(status_of("GET", "/api/runs"), 405);
  EXPECT_EQ(status_of("POST", "/api/machine", "{}"), 405);
  EXPECT_EQ(status_of("POST", "/", "{}"), 405);
  EXPECT_EQ(status_of("PUT", "/api/runs"), 405);
  EXPECT_EQ(status_of("OPTIONS", "/"), 405);
  EXPECT_EQ(status_of("GET", "/api/runs/" + id + "/events?from=65"), 400);
}

TEST_F(LabApiTest, RefusesBodiesWhoseLengthIsNotTheirOwn) {
  LabRequest request{"POST", "/api/runs", {}, {{"host", "127.0.0.1:8080"}}, ""};
  EXPECT_EQ(api.refusal(request)->status, 411);
  request.headers["content-length"] = "10";
  EXPECT_FALSE(api.refusal(request).has_value());
  request.headers["transfer-encoding"] = "chunked";
  EXPECT_EQ(api.refusal(request)->status, 411);
  request.headers.erase("transfer-encoding");
  request.headers["content-encoding"] = "gzip";
  EXPECT_EQ(api.refusal(request)->status, 415);
}

TEST_F(LabApiTest, ABrowserThatComesBackIsNotToldTwice) {
  const std::string id = create();
  EXPECT_EQ(status_of("POST", "/api/runs/" + id + "/step", R"({"levels":3})"), 200);
  LabCursor cursor;
  events_until(*api.runs().find(id), cursor, [](const LabEvent& event) {
    return is_status(event, "waiting") && Json::parse(event.json)["level"] == 3;
  });
  LabRequest request{"GET", "/api/runs/" + id + "/events", {{"from", "0"}}, {}, ""};
  const std::string all = api.answer(request).stream->next().value();
  EXPECT_EQ(all.find("event: level\nid: 1\ndata: {\"depth\":0,"), 0U);
  EXPECT_NE(all.find("event: level\nid: 3\ndata: {\"depth\":2,"), std::string::npos);
  EXPECT_NE(all.find("event: status\nid: 3\n"), std::string::npos);
  request.headers["last-event-id"] = "2";
  EXPECT_EQ(api.answer(request).stream->next().value().find("event: level\nid: 3\n"), 0U);
  request.headers["last-event-id"] = "2x";
  EXPECT_EQ(api.answer(request).status, 400);
}

TEST(LabApiWithToken, LetsInWhoHasIt) {
  LabApi api({}, LabAccess("192.168.0.7", 8080, "c0ffee"), kTestPage);
  LabRequest request{"GET", "/", {}, {{"host", "192.168.0.7:8080"}}, ""};
  EXPECT_EQ(api.refusal(request)->status, 401);
  request.parameters["token"] = "c0ffe";
  EXPECT_EQ(api.refusal(request)->status, 401);
  request.parameters["token"] = "c0ffee";
  ASSERT_FALSE(api.refusal(request).has_value());
  const LabReply entry = api.answer(request);
  EXPECT_EQ(entry.status, 303);
  EXPECT_EQ(entry.headers[0].second, "/");
  EXPECT_EQ(entry.headers[1].first, "Set-Cookie");
  // The token in an address opens the page and nothing else.
  request.path = "/api/machine";
  EXPECT_EQ(api.refusal(request)->status, 401);
  request.headers["cookie"] = "ktour_lab_8080=c0ffee";
  EXPECT_FALSE(api.refusal(request).has_value());
}

}  // namespace
}  // namespace ktour
