// The question about one object, from its id to each form of the answer.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "answer/opened_scene.h"
#include "answer/opened_trace.h"
#include "answer/question_list.h"
#include "session/heap_analysis.h"
#include "session/point_facts.h"
#include "support/temporary_file.h"
#include "support/temporary_folder.h"
#include "trace/hprof/hprof_builder.h"

namespace heaptrail {
namespace {

using namespace test;

// `app.Cache.first` → session → its user, whose name is a string; the session's list of three has the user twice and a
// gap; its array of numbers; a field that leads nowhere. Another session refers to the same user and is garbage.
constexpr uint64_t kSession = 0x100000;
constexpr uint64_t kUser = 0x100100;
constexpr uint64_t kName = 0x100200;
constexpr uint64_t kNameBytes = 0x100300;
constexpr uint64_t kList = 0x100400;
constexpr uint64_t kNumbers = 0x100500;
constexpr uint64_t kGone = 0x999000;
constexpr uint64_t kLeftOver = 0x400000;

HprofBuilder sessionDump(uint64_t& cache) {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const uint64_t string = dump.addClass("java/lang/String", object, {{"value", 'L'}, {"coder", 'B'}});
  const uint64_t entity = dump.addClass("app/Entity", object, {{"id", 'J'}, {"next", 'L'}});
  const uint64_t user = dump.addClass("app/User", entity, {{"name", 'L'}, {"id", 'I'}});
  const uint64_t users = dump.addClass("[Lapp/User;", object, {});
  const uint64_t session =
      dump.addClass("app/Session", entity, {{"user", 'L'}, {"users", 'L'}, {"numbers", 'L'}, {"gone", 'L'}});
  cache = dump.addClass("app/Cache", object, {},
                        {{"first", 'L', kSession}, {"LIMIT", 'J', ~uint64_t{0}}, {"MARK", 'C', '\n'}});
  dump.beginSegment().root(0x05, cache);
  dump.instance(kSession, session, {kUser, kList, kNumbers, kGone, uint64_t{1} << 62, 0});
  dump.instance(kUser, user, {kName, 7, 8, 0}).instance(kName, string, {kNameBytes, 0}).bytes(kNameBytes, "Ada");
  dump.objectArray(kList, users, {kUser, 0, kUser}).primitiveArray(kNumbers, 'F', 1000);
  return dump.instance(kLeftOver, session, {kUser, 0, 0, 0, 1, 0}).endSegment();
}

class OneObject : public testing::Test {
 protected:
  OneObject() : file_(sessionDump(cache_).content()), trace_(std::move(*openedTrace(file_.path(), {}))) {}

  Result<ObjectPageAnswer> tryTo(const ObjectQuestion& question) {
    Progress progress;
    return heaptrail::ask(*trace_, question, progress);
  }
  ObjectPageAnswer ask(const ObjectQuestion& question) { return answered(tryTo(question)); }
  static ObjectQuestion about(uint64_t object) {
    ObjectQuestion question;
    question.object = object;
    return question;
  }
  static ObjectQuestion allAbout(uint64_t object) {
    ObjectQuestion question = about(object);
    question.referrers = question.dominated = question.path = true;
    return question;
  }
  /// The part of the JSON from this key to that.
  static std::string between(const ObjectPageAnswer& answer, const std::string& from, const std::string& to) {
    const std::string json = write(answer, Form::kJson);
    const size_t begin = json.find("\"" + from + "\":");
    const size_t end = json.find(",\"" + to + "\":", begin);
    if (begin == std::string::npos) return "no " + from + " in " + json;
    return json.substr(begin, end == std::string::npos ? end : end - begin);
  }

  uint64_t cache_ = 0;
  TemporaryFile file_;
  std::unique_ptr<OpenedTrace> trace_;
};

TEST_F(OneObject, HasTheFieldsOfEachOfItsClassesWithTheirValues) {
  const ObjectPageAnswer answer = ask(about(kUser));
  EXPECT_EQ(answer.superclasses, (std::vector<std::string>{"app.Entity", "java.lang.Object"}));
  EXPECT_EQ(answer.values, ValuesShown::kShown);
  EXPECT_EQ(between(answer, "allFields", "none"),
            R"("allFields":4,"fields":[)"
            R"({"class":"app.User","name":"name","type":"reference",)"
            R"("object":{"id":"0x100200","type":"java.lang.String","bytes":24,"text":"\"Ada\""}},)"
            R"({"class":"app.User","name":"id","type":"int","value":7},)"
            R"({"class":"app.Entity","name":"id","type":"long","value":"8"},)"
            R"({"class":"app.Entity","name":"next","type":"reference","value":null}]})");
}

TEST_F(OneObject, SaysOfAReferenceThatTheTraceLacksItsObjectWhereItLed) {
  const ObjectPageAnswer answer = ask(about(kSession));
  ASSERT_EQ(answer.fields.size(), 6U);
  EXPECT_EQ(answer.fields[3].name, "gone");
  EXPECT_EQ(answer.fields[3].missing, kGone);
  EXPECT_NE(write(answer, Form::kJson).find(R"("name":"gone","type":"reference","missing":"0x999000"})"),
            std::string::npos);
  EXPECT_NE(write(answer, Form::kText).find("gone     0x999000, which the trace does not have"), std::string::npos);
}

TEST_F(OneObject, ThatIsAClassHasItsStaticFields) {
  const ObjectPageAnswer answer = ask(about(cache_));
  EXPECT_EQ(between(answer, "allFields", "none"),
            R"("allFields":4,"fields":[)"
            R"({"name":"<superclass>","type":"reference",)"
            R"("object":{"id":"0x10000","type":"class java.lang.Object","bytes":16}},)"
            R"({"class":"app.Cache","name":"first","static":true,"type":"reference",)"
            R"("object":{"id":"0x100000","type":"app.Session","bytes":40,"text":"id=4611686018427387904"}},)"
            R"({"class":"app.Cache","name":"LIMIT","static":true,"type":"long","value":"-1"},)"
            R"({"class":"app.Cache","name":"MARK","static":true,"type":"char","value":"\\n"}]})");
}

TEST_F(OneObject, ThatIsAnArrayHasElementsPageByPage) {
  ObjectQuestion question = about(kList);
  EXPECT_EQ(
      between(ask(question), "allElements", "none"),
      R"("allElements":3,"element":"reference","elements":[)"
      R"({"index":0,"object":{"id":"0x100100","type":"app.User","bytes":32,"text":"name=\"Ada\", id=7, id=8"}},)"
      R"({"index":1,"value":null},)"
      R"({"index":2,"object":{"id":"0x100100","type":"app.User","bytes":32,"text":"name=\"Ada\", id=7, id=8"}}]})");
  question = about(kNumbers);
  question.offset = 998;
  question.limit = 5;
  const ObjectPageAnswer answer = ask(question);
  EXPECT_EQ(answer.allElements, 1000U);
  ASSERT_EQ(answer.elements.size(), 2U);
  EXPECT_EQ(answer.elements[1].index, 999U);
  EXPECT_EQ(answer.elements[1].value->bits, 999U);
  question.offset = 1000;
  EXPECT_TRUE(ask(question).elements.empty());
  question.offset = ~uint64_t{0};
  EXPECT_TRUE(ask(question).elements.empty());
  question = about(kSession);
  question.offset = 1;
  question.limit = 2;
  const ObjectPageAnswer fields = ask(question);
  ASSERT_EQ(fields.fields.size(), 2U);
  EXPECT_EQ(fields.allFields, 6U);
  EXPECT_EQ(fields.fields[0].name, "users");
}

TEST_F(OneObject, NamesTheFieldsByWhichOthersReferToIt) {
  const ObjectPageAnswer answer = ask(allAbout(kUser));
  EXPECT_EQ(answer.allReferrers, 2U) << "what is garbage refers to nothing";
  ASSERT_EQ(answer.referrers.size(), 2U);
  EXPECT_EQ(answer.referrers[0].object.id, kSession);
  EXPECT_EQ(answer.referrers[0].via, std::vector<std::string>{"user"});
  EXPECT_EQ(answer.referrers[1].object.id, kList);
  EXPECT_EQ(answer.referrers[1].via, (std::vector<std::string>{"[0]", "[2]"}));
  EXPECT_EQ(answer.referrers[1].references, 2U);
  ObjectQuestion second = allAbout(kUser);
  second.referrersOffset = 1;
  second.referrersLimit = 1;
  const ObjectPageAnswer page = ask(second);
  EXPECT_EQ(page.allReferrers, 2U);
  ASSERT_EQ(page.referrers.size(), 1U);
  EXPECT_EQ(page.referrers[0].object.id, kList);
}

TEST_F(OneObject, DominatesWhatOnlyItHoldsLargestFirst) {
  const ObjectPageAnswer answer = ask(allAbout(kSession));
  ASSERT_TRUE(answer.dominator);
  EXPECT_EQ(answer.dominator->id, cache_);
  EXPECT_FALSE(ask(allAbout(cache_)).dominator) << "a root itself";
  EXPECT_EQ(answer.allDominated, 5U) << "and two classes, which only their instances keep";
  ASSERT_EQ(answer.dominated.size(), 5U);
  EXPECT_EQ(answer.dominated[0].id, kNumbers);
  EXPECT_EQ(answer.dominated[1].id, kUser) << "with its name";
  EXPECT_EQ(answer.dominated[2].id, kList);
  EXPECT_EQ(ask(allAbout(kUser)).dominator->id, kSession);
  ObjectQuestion second = allAbout(kSession);
  second.dominatedOffset = 1;
  second.dominatedLimit = 1;
  EXPECT_EQ(ask(second).dominated[0].id, kUser);
}

TEST_F(OneObject, IsReachedOnAShortestPath) {
  const ObjectPageAnswer answer = ask(allAbout(kNameBytes));
  ASSERT_TRUE(answer.path);
  EXPECT_EQ(answer.path->holder.field, "first");
  std::vector<std::string> via;
  for (const PathAnswer::Step& step : answer.path->steps) via.push_back(step.via);
  EXPECT_EQ(via, (std::vector<std::string>{"", "user", "name", "value"}));
  EXPECT_EQ(answer.path->steps[2].object.text, "\"Ada\"");
}

TEST_F(OneObject, ThatIsGarbageHasFieldsAndNoPath) {
  const ObjectPageAnswer answer = ask(allAbout(kLeftOver));
  EXPECT_FALSE(answer.live);
  EXPECT_EQ(answer.allFields, 6U);
  EXPECT_EQ(answer.allReferrers, 0U);
  EXPECT_EQ(answer.allDominated, 0U);
  EXPECT_NE(write(answer, Form::kJson).find("\"path\":null"), std::string::npos);
  EXPECT_NE(write(answer, Form::kText).find("unreachable"), std::string::npos);
}

TEST_F(OneObject, ShowsNoValueWhereNobodyWantsToSeeThem) {
  for (const uint64_t object : {kSession, kUser, kName, kNumbers, kList, cache_}) {
    ObjectQuestion question = allAbout(object);
    question.values = ShowValues::kOff;
    const ObjectPageAnswer answer = ask(question);
    EXPECT_EQ(answer.values, ValuesShown::kOff);
    const std::string json = write(answer, Form::kJson);
    EXPECT_EQ(json.find("\"text\""), std::string::npos) << json;
    EXPECT_EQ(json.find("Ada"), std::string::npos) << json;
    for (const FieldAnswer& field : answer.fields) EXPECT_FALSE(field.value || field.missing) << field.name;
    for (const ElementAnswer& element : answer.elements) EXPECT_FALSE(element.value || element.missing);
    EXPECT_NE(write(answer, Form::kText).find("--values on"), std::string::npos);
  }
}

TEST_F(OneObject, TellsItsTextToInspectTooUnlessValuesAreOff) {
  InspectQuestion question;
  question.where = "type=java.lang.String";
  question.objects = true;
  Progress progress;
  const auto on = answered(heaptrail::ask(*trace_, question, progress));
  ASSERT_EQ(on.objects.size(), 1U);
  EXPECT_EQ(on.objects[0].text, "\"Ada\"");
  EXPECT_NE(write(on, Form::kText).find("java.lang.String \"Ada\" @ 0x100200"), std::string::npos);
  question.values = ShowValues::kOff;
  EXPECT_EQ(answered(heaptrail::ask(*trace_, question, progress)).objects[0].text, "");
}

TEST_F(OneObject, HasItsValuesFromTheFileWhereTheHeapIsFromACacheThatHoldsNone) {
  const TemporaryFolder folder;
  OpenOptions options;
  options.cacheFolder = folder / "";
  const std::string expected = write(ask(allAbout(kUser)), Form::kJson);
  for (const bool isKept : {false, true}) {
    const auto trace = std::move(*openedTrace(file_.path(), options));
    Progress progress;
    EXPECT_EQ(write(answered(heaptrail::ask(*trace, allAbout(kUser), progress)), Form::kJson), expected) << isKept;
    ASSERT_TRUE(trace->store(progress));
    if (isKept) continue;
    ASSERT_FALSE(folder.files().empty());
    for (const std::string& name : folder.files()) {
      const std::vector<uint8_t> content = contentOf(folder / name);
      EXPECT_EQ(std::string(content.begin(), content.end()).find("Ada"), std::string::npos) << name;
    }
  }
}

TEST_F(OneObject, ThatIsNotThereIsAMistakeOfTheAsker) {
  const auto answer = tryTo(about(0x42));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, ErrorKind::kUsage);
  EXPECT_EQ(answer.error().message, "the trace has no object 0x42 at this point");
}

TEST_F(OneObject, HasAsCsvItsFieldsOrElements) {
  EXPECT_EQ(write(ask(about(kUser)), Form::kCsv),
            "class,field,static,type,value,id,objectType,text\n"
            "app.User,name,false,reference,,0x100200,java.lang.String,\"\"\"Ada\"\"\"\n"
            "app.User,id,false,int,7,,,\n"
            "app.Entity,id,false,long,8,,,\n"
            "app.Entity,next,false,reference,null,,,\n");
  EXPECT_EQ(write(ask(about(kList)), Form::kCsv),
            "index,value,id,objectType,text\n0,,0x100100,app.User,\"name=\"\"Ada\"\", id=7, "
            "id=8\"\n1,null,,,\n2,,0x100100,app.User,\"name=\"\"Ada\"\", id=7, id=8\"\n");
}

TEST(OneObjectPath, ThatIsVeryLongLeavesOutItsMiddle) {
  constexpr uint64_t kSteps = 500;
  HprofBuilder dump;
  const uint64_t node = dump.addClass("Node", 0, {{"next", 'L'}});
  dump.beginSegment().root(0xff, 0x1000);
  for (uint64_t i = 0; i < kSteps; ++i) dump.instance(0x1000 + 16 * i, node, {0x1010 + 16 * i});
  dump.endSegment();
  const TemporaryFile file(dump.content());
  const auto trace = std::move(*openedTrace(file.path(), {}));
  ObjectQuestion question;
  question.object = 0x1000 + 16 * (kSteps - 1);
  question.path = true;
  Progress progress;
  const ObjectPageAnswer answer = answered(ask(*trace, question, progress));
  ASSERT_TRUE(answer.path);
  EXPECT_EQ(answer.path->steps.size() + answer.pathLeftOut, kSteps);
  EXPECT_EQ(answer.path->steps.size(), 80U);
  EXPECT_EQ(answer.path->steps[answer.pathBreak - 1].object.id, 0x1000 + 16 * (answer.pathBreak - 1));
  EXPECT_EQ(answer.path->steps.back().object.id, question.object);
}

TEST(OneObjectOfADamagedDump, IsReachedByStaticFieldsOfClassesThatSeemToBeArrays) {
  HprofBuilder dump;
  const uint64_t item = dump.addClass("Item", 0, {});
  const uint64_t classes = dump.addClass("java/lang/Class", 0, {}, {{"kept", 'L', 0x1000}});
  dump.beginSegment().root(0x05, classes).instance(0x1000, item).objectArray(0x2000, classes, {0x1000}).endSegment();
  const TemporaryFile file(dump.content());
  const auto trace = std::move(*openedTrace(file.path(), {}));
  ObjectQuestion question;
  question.object = 0x1000;
  question.path = question.referrers = true;
  Progress progress;
  const ObjectPageAnswer answer = answered(ask(*trace, question, progress));
  ASSERT_TRUE(answer.path);
  EXPECT_EQ(answer.path->holder.field, "kept");
}

/// Answers about all objects of a scene against what references and immediate dominators say one by one.
TEST(ObjectsOfScenes, HaveTheFieldsReferrersAndDominatedObjectsThatReferencesSay) {
  for (const std::string scene : {"leaking-cache", "nested", "threads", "shared-owners"}) {
    const auto trace = openedScene(scene);
    Progress progress;
    const PointIndex at = *trace->point("last");
    const auto facts = *PointFacts::at(*trace, at, progress);
    const Heap& heap = facts->heap();
    const LiveGraph& graph = facts->analysis().graph();
    const auto dominators = *facts->analysis().dominators(progress);
    std::map<uint64_t, std::set<uint64_t>> referrers;
    std::map<uint64_t, std::set<uint64_t>> dominated;
    graph.live().forEach([&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      const uint64_t id = heap.idOf(object).value();
      graph.forEachReference(object, [&](ObjectIndex to) { referrers[heap.idOf(to).value()].insert(id); });
      const ObjectIndex above = dominators->immediateDominator(object);
      if (above.exists()) dominated[heap.idOf(above).value()].insert(id);
    });
    for (uint32_t i = 0; i < heap.objectCount(); ++i) {
      ObjectQuestion question;
      question.at = "last";
      question.object = heap.idOf(ObjectIndex(i)).value();
      question.limit = question.referrersLimit = question.dominatedLimit = 1'000'000;
      question.referrers = question.dominated = true;
      const ObjectPageAnswer answer = answered(ask(*trace, question, progress));
      EXPECT_EQ(answer.values, ValuesShown::kNone);
      std::multiset<uint64_t> shown;
      for (const FieldAnswer& field : answer.fields) {
        if (field.object) shown.insert(field.object->id);
      }
      for (const ElementAnswer& element : answer.elements) {
        if (element.object) shown.insert(element.object->id);
      }
      std::multiset<uint64_t> targets;
      for (const ObjectIndex target : heap.references(ObjectIndex(i))) targets.insert(heap.idOf(target).value());
      ASSERT_EQ(shown, targets) << scene << " " << question.object;
      std::set<uint64_t> from;
      for (const ReferrerAnswer& referrer : answer.referrers) {
        from.insert(referrer.object.id);
        EXPECT_FALSE(referrer.via.empty());
      }
      ASSERT_EQ(from, referrers[question.object]) << scene << " " << question.object;
      std::set<uint64_t> below;
      uint64_t last = ~uint64_t{0};
      for (const ObjectAnswer& object : answer.dominated) {
        below.insert(object.id);
        EXPECT_LE(object.retained->bytes, last);
        last = object.retained->bytes;
      }
      if (answer.live) {
        ASSERT_EQ(below, dominated[question.object]) << scene << " " << question.object;
      }
    }
  }
}

}  // namespace
}  // namespace heaptrail
