// Which classes are the program's own.
#include "growth/own_packages.h"

#include <gtest/gtest.h>

#include "reference/graph_literal.h"

namespace heaptrail::test {
namespace {

OwnPackages guessedIn(const std::string& text) { return OwnPackages::guessed(*draw(text).heap); }

TEST(OwnPackages, AreThoseBelowThePrefixesThatTheUserNames) {
  const OwnPackages own({"com.acme", "Tool"});
  EXPECT_TRUE(own.has("com.acme.Shop"));
  EXPECT_TRUE(own.has("com.acme.cart.Item[]"));
  EXPECT_TRUE(own.has("Tool"));
  EXPECT_TRUE(own.has("Tool$Nested"));
  EXPECT_FALSE(own.has("com.acmecorp.Shop"));
  EXPECT_FALSE(own.has("com.other.Shop"));
  EXPECT_FALSE(own.has("Toolbox"));
}

TEST(OwnPackages, MayEndInADot) {
  const OwnPackages own({"com.acme."});
  EXPECT_TRUE(own.has("com.acme.Shop"));
  EXPECT_FALSE(own.has("com.acmecorp.Shop"));
}

TEST(OwnPackages, AreGuessedFromTheMethodThatTheMainThreadBeganWith) {
  const OwnPackages own = guessedIn(
      "root→A A→B local:main/java.lang.Thread.sleep=A local:main/org.lib.Runner.run=A "
      "local:main/com.acme.shop.Main.main=B local:worker/org.other.Worker.run=B");
  EXPECT_TRUE(own.has("com.acme.shop.Main"));
  EXPECT_TRUE(own.has("com.acme.store.Table"));
  EXPECT_FALSE(own.has("org.lib.Runner"));
  EXPECT_FALSE(own.has("org.other.Worker"));
}

TEST(OwnPackages, AreNotThoseOfWhatOnlyStartsThePrograms) {
  const OwnPackages own = guessedIn(
      "root→A local:main/com.acme.Shop.main=A local:main/java.lang.reflect.Method.invoke=A "
      "local:main/org.springframework.boot.loader.JarLauncher.main=A");
  EXPECT_TRUE(own.has("com.acme.Shop"));
  EXPECT_FALSE(own.has("org.springframework.core.Ordered"));
}

TEST(OwnPackages, AreThoseOfAScriptThatALanguageRuns) {
  const OwnPackages own = guessedIn(
      "root→A local:main/report.run=A local:main/groovy.lang.GroovyShell.runScriptOrMainOrTestOrRunnable=A "
      "local:main/org.codehaus.groovy.tools.GroovyStarter.main=A");
  EXPECT_TRUE(own.has("report"));
  EXPECT_FALSE(own.has("groovy.lang.GString"));
}

TEST(OwnPackages, AreNotThoseOfALanguageThatCallsItself) {
  const OwnPackages own = guessedIn(
      "root→A local:main/shop.main$_main.invoke=A local:main/clojure.lang.AFn.applyToHelper=A "
      "local:main/clojure.main.main=A");
  EXPECT_TRUE(own.has("shop.model.Quote"));
  EXPECT_FALSE(own.has("clojure.lang.Atom"));
}

TEST(OwnPackages, AreThoseBelowAPackageOfOnePart) {
  const OwnPackages own = guessedIn("root→A local:main/shop.Main.main=A");
  EXPECT_TRUE(own.has("shop.Cart"));
  EXPECT_TRUE(own.has("shop.model.Item"));
  EXPECT_FALSE(own.has("shopping.Cart"));
}

TEST(OwnPackages, AreTheDefaultPackageWhereMainIsThere) {
  const OwnPackages own = guessedIn("root→A local:main/Main.main=A");
  EXPECT_FALSE(own.empty());
  EXPECT_TRUE(own.has("Main$Node"));
  EXPECT_TRUE(own.has("Helper"));
  EXPECT_FALSE(own.has("com.acme.Helper"));
  EXPECT_FALSE(own.has("java.util.HashMap"));
}

TEST(OwnPackages, AreGuessedFromWhereMostStacksBeginIfNoMainTells) {
  const OwnPackages own = guessedIn(
      "root→A,B,C site:A=lib.net.Buffer.grow:1;com.acme.Shop.run:2;java.lang.Thread.run:3 "
      "site:B=java.util.HashMap.put:1;com.acme.Cart.add:9 site:C=org.tool.Agent.poll:4");
  EXPECT_TRUE(own.has("com.acme.Shop"));
  EXPECT_FALSE(own.has("lib.net.Buffer"));
  EXPECT_FALSE(own.has("org.tool.Agent"));
}

TEST(OwnPackages, AreNoneWhereNothingTells) {
  EXPECT_TRUE(guessedIn("root→A").empty());
  EXPECT_FALSE(guessedIn("root→A").has("com.acme.Shop"));
}

}  // namespace
}  // namespace heaptrail::test
