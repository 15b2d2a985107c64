// Who may talk to a Lab: the Host header, the Origin header and the token.
#include "lab/lab_access.hpp"

#include <gtest/gtest.h>

namespace ktour {
namespace {

TEST(LabAccess, KnowsLoopbackAddresses) {
  for (const char* address : {"127.0.0.1", "127.1.2.3", "localhost", "LOCALHOST", "::1"})
    EXPECT_TRUE(is_loopback(address)) << address;
  for (const char* address : {"0.0.0.0", "::", "192.168.0.1", "127.evil.example", "", "1270.0.0.1"})
    EXPECT_FALSE(is_loopback(address)) << address;
}

TEST(LabAccess, HostIsTheAddressBoundWithItsPort) {
  const LabAccess access("127.0.0.1", 8080, "");
  for (const char* host : {"127.0.0.1:8080", "localhost:8080", "LocalHost:8080", "[::1]:8080"})
    EXPECT_TRUE(access.host_allowed(host)) << host;
  for (const char* host : {"", "127.0.0.1", "localhost", "127.0.0.1:8081", "evil.example:8080",
                           "localhost.evil.example:8080", "127.0.0.1:80808080", ":8080",
                           "127.0.0.2:8080", "192.168.0.1:8080", "localhost:8080:8080"})
    EXPECT_FALSE(access.host_allowed(host)) << host;
  EXPECT_TRUE(LabAccess("localhost", 80, "").host_allowed("localhost"));
}

TEST(LabAccess, OneAddressIsNotAnother) {
  const LabAccess access("192.168.0.7", 8080, "secret");
  EXPECT_TRUE(access.host_allowed("192.168.0.7:8080"));
  EXPECT_FALSE(access.host_allowed("192.168.0.8:8080"));
  EXPECT_FALSE(access.host_allowed("localhost:8080"));
  EXPECT_FALSE(access.host_allowed("evil.example:8080"));
}

TEST(LabAccess, EveryAddressIsAnyNumberButNotAnyName) {
  const LabAccess access("0.0.0.0", 8080, "secret");
  for (const char* host : {"192.168.0.7:8080", "[fe80::1]:8080", "localhost:8080"})
    EXPECT_TRUE(access.host_allowed(host)) << host;
  for (const char* host : {"evil.example:8080", "[evil]:8080", "192.168.0.7.evil.example:8080"})
    EXPECT_FALSE(access.host_allowed(host)) << host;
}

TEST(LabAccess, OriginIsTheHostOrNone) {
  const LabAccess access("127.0.0.1", 8080, "");
  EXPECT_TRUE(access.origin_allowed("", "localhost:8080"));
  EXPECT_TRUE(access.origin_allowed("http://localhost:8080", "localhost:8080"));
  for (const char* origin : {"null", "http://localhost", "http://localhost:8081",
                             "https://localhost:8080", "http://evil.example"})
    EXPECT_FALSE(access.origin_allowed(origin, "localhost:8080")) << origin;
}

TEST(LabAccess, TokenIsNeededWhereThereIsOne) {
  const LabAccess open("127.0.0.1", 8080, "");
  EXPECT_TRUE(open.token_allowed("whatever"));
  EXPECT_TRUE(open.cookie_allowed(""));
  EXPECT_EQ(open.url(), "http://127.0.0.1:8080/");

  const LabAccess access("192.168.0.7", 8080, "c0ffee");
  EXPECT_TRUE(access.token_allowed("c0ffee"));
  for (const char* token : {"", "c0ffe", "c0ffeee", "C0FFEE"})
    EXPECT_FALSE(access.token_allowed(token)) << token;
  EXPECT_EQ(access.set_cookie(), "ktour_lab_8080=c0ffee; Path=/; HttpOnly; SameSite=Strict");
  EXPECT_EQ(access.url(), "http://192.168.0.7:8080/?token=c0ffee");
  EXPECT_TRUE(access.cookie_allowed("ktour_lab_8080=c0ffee"));
  EXPECT_TRUE(access.cookie_allowed("other=1; ktour_lab_8080=c0ffee; more=2"));
  for (const char* cookies : {"", ";;", "ktour_lab_8080=", "ktour_lab_8080=c0ffe", "c0ffee",
                              "ktour_lab_8081=c0ffee", "xktour_lab_8080=c0ffee"})
    EXPECT_FALSE(access.cookie_allowed(cookies)) << cookies;
}

TEST(LabAccess, NumbersOfTheSixthVersionAreInBrackets) {
  EXPECT_EQ(LabAccess("::1", 8080, "").url(), "http://[::1]:8080/");
  EXPECT_TRUE(LabAccess("::1", 8080, "").host_allowed("[::1]:8080"));
}

}  // namespace
}  // namespace ktour
