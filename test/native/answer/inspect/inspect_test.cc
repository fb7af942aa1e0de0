// The question about one group of objects, from the condition to each form of the answer.
#include <gtest/gtest.h>

#include "answer/opened_trace.h"
#include "answer/question_list.h"
#include "support/temporary_file.h"
#include "trace/hprof/hprof_builder.h"

namespace heaptrail {
namespace {

using namespace test;
using Texts = std::vector<std::string>;

constexpr const char* kWhatToInspect =
    "expected either an object or a group (a condition, or a row of a grouping) as what to inspect";

// `app.Cache.first` → node 1 → node 2 → node 3, each with a byte[] of 10; a local variable of the thread "worker" holds
// node 2. Two items are garbage. Instances of Node have 24 bytes, a byte[] of 10 has 32.
constexpr uint64_t kNode1 = 0x100000;
constexpr uint64_t kNode2 = 0x100100;
constexpr uint64_t kNode3 = 0x100200;
constexpr uint64_t kGarbage = 0x400000;

HprofBuilder smallDump() {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const uint64_t string = dump.addClass("java/lang/String", object, {{"value", 'L'}});
  const uint64_t thread = dump.addClass("java/lang/Thread", object, {{"name", 'L'}});
  const uint64_t node = dump.addClass("app/Node", object, {{"next", 'L'}, {"data", 'L'}});
  const uint64_t item = dump.addClass("app/Item", object, {{"a", 'J'}});
  const uint64_t cache = dump.addClass("app/Cache", object, {}, {{"first", 'L', kNode1}});
  dump.frame(0x77, "serve", "Server.java", dump.serialOf(cache), 42);
  dump.stack(5, 9, {0x77});
  dump.beginSegment().root(0x05, cache);
  for (const uint64_t place : {kNode1, kNode2, kNode3}) {
    dump.instance(place, node, {place == kNode3 ? 0 : place + 0x100, place + 0x40})
        .primitiveArray(place + 0x40, 'B', 10);
  }
  dump.instance(0x300000, thread, {0x300040}).instance(0x300040, string, {0x300080}).bytes(0x300080, "worker");
  dump.threadObject(0x300000, 9, 5).javaFrame(kNode2, 9, 0);
  return dump.instance(kGarbage, item).instance(kGarbage + 0x100, item).endSegment();
}

class Inspect : public testing::Test {
 protected:
  Result<InspectAnswer> tryTo(const InspectQuestion& question) {
    Progress progress;
    return heaptrail::ask(*trace_, question, progress);
  }
  InspectAnswer ask(const InspectQuestion& question) {
    Result<InspectAnswer> answer = tryTo(question);
    if (!answer) ADD_FAILURE() << answer.error().describe();
    return answer.value_or(InspectAnswer{});
  }
  static InspectQuestion about(const std::string& where) {
    InspectQuestion question;
    question.where = where;
    return question;
  }
  static InspectQuestion about(uint64_t object) {
    InspectQuestion question;
    question.object = object;
    return question;
  }
  static InspectQuestion withAll(InspectQuestion question) {
    question.roots = question.paths = question.objects = true;
    question.closure = SizeMetric::kDeep;
    return question;
  }

  TemporaryFile file_{smallDump().content()};
  std::unique_ptr<OpenedTrace> trace_ = std::move(*openedTrace(file_.path(), {}));
};

TEST_F(Inspect, DataStructuresThatTheObjectsBelongToCanBeListed) {
  // Nodes that refer to each other are heads here, so each but the first is contained in the one before.
  trace_->describeStructures(std::make_shared<const dsl::DescriptionSet>(
      dsl::DescriptionSet::Files{std::make_shared<const dsl::DescriptionFile>(
          "a.ds", "DS app.Node { app.Node; (byte[]); }", dsl::FileOrigin::kUser)}));
  InspectQuestion question;
  question.object = kNode2;
  question.containing = true;
  InspectAnswer answer = ask(question);
  ASSERT_EQ(answer.containing.size(), 1U);
  EXPECT_EQ(answer.containing[0].id, kNode1);
  EXPECT_EQ(answer.allContaining, 1U);
  question.object = kNode2 + 0x40;
  answer = ask(question);
  ASSERT_EQ(answer.containing.size(), 1U);
  EXPECT_EQ(answer.containing[0].id, kNode2) << "the array is its leaf";
  EXPECT_NE(write(answer, Form::kJson).find("\"allContaining\":1"), std::string::npos);
  question.object = kNode1;
  EXPECT_TRUE(ask(question).containing.empty()) << "its own structure does not count";
  EXPECT_NE(write(ask(question), Form::kText).find("belong to no data structure"), std::string::npos);
}

TEST_F(Inspect, SizesOfAGroupAreThoseOfItsClosures) {
  const InspectAnswer answer = ask(about("type=app.Node"));
  EXPECT_EQ(answer.group, "type=app.Node");
  EXPECT_EQ(answer.size, (Size{3, 72}));
  EXPECT_EQ(answer.deep, (Size{6, 168}));
  EXPECT_EQ(answer.retained, (Size{7, 184})) << "their class object, too: only instances keep it";
  EXPECT_FALSE(answer.object || answer.hasRoots || answer.hasPaths || answer.closure || answer.hasObjects);
}

TEST_F(Inspect, ASingleObjectRetainsOnlyWhatNothingElseLeadsTo) {
  const InspectAnswer answer = ask(about(kNode1));
  ASSERT_TRUE(answer.object);
  EXPECT_EQ(answer.object->type, "app.Node");
  EXPECT_EQ(answer.size, (Size{1, 24}));
  EXPECT_EQ(answer.deep, (Size{6, 168}));
  EXPECT_EQ(answer.retained, (Size{2, 56})) << "the local variable holds the second node, too";
  EXPECT_EQ(answer.object->retained, answer.retained);
}

TEST_F(Inspect, RootsAreDirectOnesFirst) {
  InspectQuestion question = about(kNode2);
  question.roots = true;
  const InspectAnswer answer = ask(question);
  ASSERT_EQ(answer.roots.size(), 3U);
  EXPECT_EQ(answer.allRoots, 3U);
  EXPECT_EQ(answer.roots[0].kind, "java-frame");
  EXPECT_TRUE(answer.roots[0].direct);
  EXPECT_EQ(answer.roots[0].thread, "worker");
  EXPECT_EQ(answer.roots[0].method, "app.Cache.serve");
  EXPECT_EQ(answer.roots[0].file, "Server.java");
  EXPECT_EQ(answer.roots[0].line, 42U);
  EXPECT_EQ(answer.roots[1].kind, "static-field");
  EXPECT_FALSE(answer.roots[1].direct);
  EXPECT_EQ(answer.roots[1].className, "app.Cache");
  EXPECT_EQ(answer.roots[1].field, "first");
  EXPECT_EQ(answer.roots[1].object.id, kNode1);
  EXPECT_EQ(answer.roots[2].kind, "system-class");
  EXPECT_EQ(answer.roots[2].object.type, "class app.Cache");
}

TEST_F(Inspect, RootsMayBeVariablesOnlyAndStopAtTheFirst) {
  InspectQuestion question = about(kNode3);
  question.roots = true;
  question.holders.variablesOnly = true;
  EXPECT_EQ(ask(question).allRoots, 2U);
  question.holders.stopAtFirst = true;
  ASSERT_EQ(ask(question).allRoots, 1U);
  EXPECT_EQ(ask(question).roots[0].kind, "java-frame");
}

TEST_F(Inspect, ListsHaveAsManyRowsAsAskedFor) {
  InspectQuestion question = withAll(about("type=app.Node or type=byte[]"));
  question.top = 1;
  const InspectAnswer answer = ask(question);
  EXPECT_EQ(answer.roots.size(), 1U);
  EXPECT_GT(answer.allRoots, 1U);
  EXPECT_EQ(answer.closureRows.size(), 1U);
  EXPECT_EQ(answer.closureTypes, 2U);
  EXPECT_EQ(answer.objects.size(), 1U);
}

Texts stepsOf(const PathAnswer& path) {
  Texts texts{path.holder.kind};
  for (const PathAnswer::Step& step : path.steps) texts.push_back(step.via + ':' + std::to_string(step.object.id));
  return texts;
}

TEST_F(Inspect, PathsAreShortestFirstAndSayThroughWhichFieldsTheyGo) {
  InspectQuestion question = about(kNode2 + 0x40);
  question.paths = true;
  const InspectAnswer answer = ask(question);
  ASSERT_EQ(answer.paths.size(), 1U) << "what holds the second node's holder holds it the same way";
  EXPECT_EQ(stepsOf(answer.paths[0]),
            (Texts{"java-frame", ":" + std::to_string(kNode2), "data:" + std::to_string(kNode2 + 0x40)}));
  question.object = kNode1 + 0x40;
  EXPECT_EQ(stepsOf(ask(question).paths.at(0)),
            (Texts{"static-field", ":" + std::to_string(kNode1), "data:" + std::to_string(kNode1 + 0x40)}));
  ASSERT_EQ(answer.pathTree.size(), 1U);
  EXPECT_EQ(answer.pathTree[0].members, 1U);
}

TEST_F(Inspect, ObjectsAreRankedByWhatTheyRetainOrTheirBytesOrWhatTheyLeadTo) {
  InspectQuestion question = about("type=app.Node or type=byte[]");
  question.objects = true;
  const auto ids = [&] {
    std::vector<uint64_t> result;
    for (const ObjectAnswer& object : ask(question).objects) result.push_back(object.id);
    return result;
  };
  using Ids = std::vector<uint64_t>;
  EXPECT_EQ(ids(), (Ids{kNode2, kNode1, kNode3, kNode1 + 0x40, kNode2 + 0x40, kNode3 + 0x40, 0x300080}));
  question.order = ObjectOrder::kBytes;
  EXPECT_EQ(ids(), (Ids{kNode1 + 0x40, kNode2 + 0x40, kNode3 + 0x40, kNode1, kNode2, kNode3, 0x300080}));
  question.order = ObjectOrder::kDeep;
  EXPECT_EQ(ids(), (Ids{kNode1, kNode2, kNode3, kNode1 + 0x40, kNode2 + 0x40, kNode3 + 0x40, 0x300080}));
  const InspectAnswer answer = ask(question);
  EXPECT_EQ(answer.objects[0].deep, (Size{6, 168})) << "of those that are shown it is exact";
  EXPECT_EQ(answer.objects[0].retained, (Size{2, 56}));
  EXPECT_FALSE(answer.objects[0].deepEstimate);
}

TEST_F(Inspect, ClosuresAreToldByType) {
  InspectQuestion question = about(kNode2);
  for (const SizeMetric metric : {SizeMetric::kDeep, SizeMetric::kRetained}) {
    question.closure = metric;
    const InspectAnswer answer = ask(question);
    ASSERT_EQ(answer.closureRows.size(), 2U);
    EXPECT_EQ(answer.closureRows[0].key, "byte[]");
    EXPECT_EQ(answer.closureRows[0].bytes, 64U);
    EXPECT_EQ(answer.closureRows[1].key, "app.Node");
    EXPECT_EQ(answer.closureRows[1].objects, 2U);
  }
}

TEST_F(Inspect, MergedPathsTellWhichNodesAreAStructureAndWhereToCut) {
  // A map with three values, one of which a local variable holds, too.
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const uint64_t value = dump.addClass("app/Value", object, {});
  const uint64_t entry = dump.addClass("app/Entry", object, {{"next", 'L'}, {"value", 'L'}});
  const uint64_t map = dump.addClass("app/Map", object, {{"first", 'L'}});
  const uint64_t cache = dump.addClass("app/Cache", object, {}, {{"map", 'L', 0x1000}});
  const uint64_t thread = dump.addClass("java/lang/Thread", object, {});
  dump.stack(5, 9, {});
  dump.beginSegment().root(0x05, cache).instance(0x1000, map, {0x2000});
  for (uint64_t i = 0; i < 3; ++i) {
    dump.instance(0x2000 + 0x100 * i, entry, {i < 2 ? 0x2100 + 0x100 * i : 0, 0x3000 + 0x100 * i});
    dump.instance(0x3000 + 0x100 * i, value);
  }
  dump.instance(0x4000, thread).threadObject(0x4000, 9, 5).javaFrame(0x3200, 9, 0).endSegment();
  const TemporaryFile file(dump.content());
  trace_ = std::move(*openedTrace(file.path(), {}));
  trace_->describeStructures(std::make_shared<const dsl::DescriptionSet>(
      dsl::DescriptionSet::Files{std::make_shared<const dsl::DescriptionFile>(
          "a.ds", "DS app.Map { app.Entry; } app.Entry { app.Entry; (app.Value); }", dsl::FileOrigin::kUser)}));
  InspectQuestion question = about("type=app.Value");
  question.paths = question.cuts = true;
  const InspectAnswer answer = ask(question);
  ASSERT_EQ(answer.pathTree.size(), 1U) << "the map is there for good, whatever a method is working on";
  const PathNodeAnswer& head = answer.pathTree[0];
  EXPECT_EQ(head.members, 3U);
  EXPECT_EQ(head.type, "app.Map");
  EXPECT_EQ(head.role, PathRole::kHead);
  ASSERT_TRUE(head.cut);
  EXPECT_EQ(head.cut->members, 2U) << "a local variable holds the third value as well";
  EXPECT_TRUE(head.cut->byOneReference);
  ASSERT_EQ(head.children.size(), 1U);
  EXPECT_EQ(head.children[0].type, "app.Entry");
  EXPECT_EQ(head.children[0].role, PathRole::kInner);
  EXPECT_FALSE(head.children[0].cut) << "these are several objects";
  ASSERT_EQ(head.children[0].children.size(), 1U);
  EXPECT_EQ(head.children[0].children[0].role, PathRole::kOther);
  const std::string text = write(answer, Form::kText);
  EXPECT_NE(text.find("app.Map @ 0x1000  ← one reference holds 66.7 %"), std::string::npos) << text;
  EXPECT_NE(write(answer, Form::kJson).find(R"("role":"head","holdsAlone":2,"byOneReference":true)"),
            std::string::npos);
}

TEST_F(Inspect, SizesCanBeLeftOut) {
  InspectQuestion question = about("type=app.Node");
  question.sizes = false;
  InspectAnswer answer = ask(question);
  EXPECT_EQ(answer.size.objects, 3U);
  EXPECT_FALSE(answer.deep || answer.retained);
  question.closure = SizeMetric::kDeep;
  answer = ask(question);
  EXPECT_EQ(answer.deep, (Size{6, 168})) << "what is listed by type is told as a whole, too";
  EXPECT_FALSE(answer.retained);
}

TEST_F(Inspect, ARowOfAGroupingIsAGroup) {
  InspectQuestion question;
  question.by = "package, type";
  question.path = {"app", "app.Node"};
  InspectAnswer answer = ask(question);
  EXPECT_EQ(answer.group, "app > app.Node");
  EXPECT_EQ(answer.size, ask(about("type=app.Node")).size);
  EXPECT_EQ(answer.size.objects, 3U) << "instances of app.Cache and what is garbage are in no such row";
  question.where = "id=1048576";
  answer = ask(question);
  EXPECT_EQ(answer.group, "app > app.Node, where id=1048576");
  EXPECT_EQ(answer.size.objects, 1U);
  question.path = {"app", "app.Item"};
  const auto missing = tryTo(question);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "there is no row \"app > app.Item\" in the grouping \"package, type\"");
}

TEST_F(Inspect, StructuresAreAGroup) {
  trace_->describeStructures(std::make_shared<const dsl::DescriptionSet>(
      dsl::DescriptionSet::Files{std::make_shared<const dsl::DescriptionFile>(
          "a.ds", "DS app.Node { app.Node; (byte[]); }", dsl::FileOrigin::kUser)}));
  InspectQuestion question;
  question.structures = StructureFilter::kTopLevel;
  EXPECT_EQ(ask(question).size.objects, 2U) << "node 3 is owned by node 2, which a thread holds, too";
  question.by = "type, leaves[type]";
  question.path = {"app.Node", "byte[]"};
  const InspectAnswer answer = ask(question);
  EXPECT_EQ(answer.group, "app.Node > byte[], top-level");
  EXPECT_EQ(answer.size.objects, 2U) << "leaves of the two, not they themselves";
}

TEST_F(Inspect, MistakesOfTheAskerAreToldAsSuch) {
  const std::pair<InspectQuestion, std::string> mistakes[] = {
      {about(0x123), "the trace has no object 0x123 at this point"},
      {about(0), "the trace has no object 0x0 at this point"},
      {about(""), kWhatToInspect},
      {about("size=3"),
       "in the condition, expected type, extends, package, loader, site, callchain, allocating-package, thread, "
       "length, fill, elements, bytes, age, space, id, born-after, points-old, reachable, structures, top-level, "
       "place, "
       "owner, ownership, waste, rooted, not or \"(\" at position 1, found \"size\"; no class has a field of this name "
       "either"},
  };
  for (const auto& [question, message] : mistakes) {
    const auto answer = tryTo(question);
    ASSERT_FALSE(answer) << message;
    EXPECT_EQ(answer.error().kind, ErrorKind::kUsage);
    EXPECT_EQ(answer.error().message, message);
  }
  InspectQuestion both = about("type=app.Node");
  both.object = kNode1;
  EXPECT_EQ(tryTo(both).error().message, kWhatToInspect);
  InspectQuestion later = about(kNode1);
  later.at = "1";
  EXPECT_EQ(tryTo(later).error().kind, ErrorKind::kUsage);
}

TEST_F(Inspect, IdsAreHexadecimalOrDecimal) {
  EXPECT_EQ(*parseObjectId("0x7f0a"), 0x7f0aU);
  EXPECT_EQ(*parseObjectId("0XFF"), 255U);
  EXPECT_EQ(*parseObjectId("18446744073709551615"), ~uint64_t{0});
  for (const std::string text : {"", "0x", "x", "-1", "7f0a", "1 ", "18446744073709551616"}) {
    const auto id = parseObjectId(text);
    ASSERT_FALSE(id) << text;
    EXPECT_EQ(id.error().message, "expected an object's id such as 0x7f0a31c8, found \"" + text + '"');
  }
}

TEST_F(Inspect, AnUnreachableObjectLeadsToNothingLive) {
  const InspectAnswer answer = ask(withAll(about(kGarbage)));
  EXPECT_FALSE(answer.live);
  EXPECT_EQ(answer.size, (Size{1, 24}));
  EXPECT_EQ(answer.deep, Size{});
  EXPECT_EQ(answer.retained, Size{});
  EXPECT_TRUE(answer.hasRoots && answer.roots.empty() && answer.allRoots == 0);
  EXPECT_TRUE(answer.hasPaths && answer.paths.empty() && answer.pathTree.empty());
  EXPECT_TRUE(answer.closureRows.empty() && answer.objects.empty() && !answer.dominator);
  const std::string text = write(answer, Form::kText);
  EXPECT_NE(text.find("unreachable: no GC root leads to it"), std::string::npos) << text;
  EXPECT_NE(text.find("No path from a GC root leads there."), std::string::npos) << text;
  EXPECT_NE(write(answer, Form::kJson).find(R"("live":false)"), std::string::npos);
  EXPECT_EQ(write(answer, Form::kCsv),
            "id,type,bytes,retainedObjects,retainedBytes,deepObjects,deepBytes,deepBytesEstimate\n");
}

TEST_F(Inspect, AnEmptyGroupIsAnAnswer) {
  for (const std::string where : {"type=nothing", "type=app.Item"}) {  // items are garbage
    const InspectAnswer answer = ask(withAll(about(where)));
    EXPECT_EQ(answer.size, Size{});
    EXPECT_EQ(answer.retained, Size{});
    EXPECT_EQ(write(answer, Form::kText), "There is no live object with " + where + '\n');
    EXPECT_NE(write(answer, Form::kJson).find(R"("roots":[],"paths":[],"pathTree":[])"), std::string::npos);
  }
  EXPECT_EQ(write(ask(about("type=nothing")), Form::kCsv),
            "measure,objects,bytes\nshallow,0,0\ndeep,0,0\nretained,0,0\n");
}

TEST_F(Inspect, JsonHasWhatWasAskedForAndNothingElse) {
  const std::string group =
      R"({"heaptrail":{"schema":1},"point":{"index":0,"t":0,"objects":OBJECTS,"bytes":BYTES},)"
      R"("group":{"what":"object 0x100200","live":true,"objects":1,"bytes":24,)"
      R"("deep":{"objects":2,"bytes":56},"retained":{"objects":2,"bytes":56}},)"
      R"("object":{"id":"0x100200","type":"app.Node","bytes":24,"retained":{"objects":2,"bytes":56}})";
  const auto json = [&](const InspectQuestion& question) {
    std::string text = write(ask(question), Form::kJson);
    for (const std::string name : {"objects", "bytes"}) {
      const size_t from = text.find('"' + name + "\":", text.find("\"point\"")) + name.size() + 3;
      const std::string word = name == "objects" ? "OBJECTS" : "BYTES";
      text.replace(from, text.find_first_of(",}", from) - from, word);
    }
    return text;
  };
  InspectQuestion question = about(kNode3);
  EXPECT_EQ(json(question), group + "}");
  question.paths = true;
  question.object = kNode3;
  const std::string root =
      R"({"kind":"java-frame","label":"Java local variable","thread":"worker","method":"app.Cache.serve",)"
      R"("file":"Server.java","line":42,"direct":false,"object":{"id":"0x100100","type":"app.Node","bytes":24}})";
  const std::string lasting =
      R"({"kind":"static-field","label":"Static field","class":"app.Cache","field":"first","direct":false,)"
      R"("object":{"id":"0x100000","type":"app.Node","bytes":24}})";
  EXPECT_EQ(json(question),
            group + R"(,"paths":[{"root":)" + root +
                R"(,"steps":[{"object":{"id":"0x100100","type":"app.Node","bytes":24}},)"
                R"({"via":"next","object":{"id":"0x100200","type":"app.Node","bytes":24}}]}],)"
                R"("pathTree":[{"root":)" +
                lasting +
                R"(,"type":"app.Node","objects":3,"members":1,"repeats":true,"example":"0x100000","children":[]}]})");
}

TEST_F(Inspect, CsvIsTheListThatWasAskedFor) {
  InspectQuestion question = about(kNode2);
  EXPECT_EQ(write(ask(question), Form::kCsv), "measure,objects,bytes\nshallow,1,24\ndeep,4,112\nretained,4,112\n");
  question.closure = SizeMetric::kRetained;
  EXPECT_EQ(write(ask(question), Form::kCsv), "type,objects,bytes\nbyte[],2,64\napp.Node,2,48\n");
  question.roots = true;
  question.holders.variablesOnly = true;
  EXPECT_EQ(write(ask(question), Form::kCsv),
            "kind,class,field,thread,method,file,line,direct,id,type\n"
            "java-frame,,,worker,app.Cache.serve,Server.java,42,true,0x100100,app.Node\n"
            "static-field,app.Cache,first,,,,,false,0x100000,app.Node\n");
  question.objects = true;
  EXPECT_EQ(write(ask(question), Form::kCsv),
            "id,type,bytes,retainedObjects,retainedBytes,deepObjects,deepBytes,deepBytesEstimate\n"
            "0x100100,app.Node,24,4,112,,,\n");
}

TEST_F(Inspect, TextIsForPeople) {
  InspectQuestion question = withAll(about(kNode2));
  question.holders.variablesOnly = true;
  const std::string text = write(ask(question), Form::kText);
  for (const std::string part : {"Object     app.Node @ 0x100100\n", "GC roots: 2\n",
                                 "  Java local variable of thread \"worker\", in app.Cache.serve (Server.java:42)\n    "
                                 "  holds app.Node @ 0x100100\n",
                                 "  static app.Cache.first\n      leads there by way of app.Node @ 0x100000\n",
                                 "Paths from GC roots, shortest first\n", "Deep closure by type\n",
                                 "              2                64  byte[]\n"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "is not in\n" << text;
  }
}

TEST_F(Inspect, TheDominatorIsToldOnceItIsKnown) {
  EXPECT_FALSE(ask(about(kNode3)).dominator);
  ask(withAll(about("type=app.Node")));
  const InspectAnswer answer = ask(about(kNode3));
  ASSERT_TRUE(answer.dominator);
  EXPECT_EQ(answer.dominator->id, kNode2);
  EXPECT_EQ(answer.dominator->retained, (Size{4, 112}));
  EXPECT_FALSE(ask(about(kNode2)).dominator) << "only the roots together hold it";
}

TEST(InspectForms, EstimatesAreToldAsSuch) {
  InspectAnswer answer;
  answer.size = {2, 48};
  answer.hasObjects = true;
  answer.objects.push_back({.id = 0x10,
                            .type = "a.B",
                            .bytes = 24,
                            .length = {},
                            .age = {},
                            .space = {},
                            .text = {},
                            .retained = Size{1, 24},
                            .deep = Size{3, 72},
                            .deepEstimate = {}});
  answer.objects.push_back({.id = 0x20,
                            .type = "a.C",
                            .bytes = 24,
                            .length = {},
                            .age = {},
                            .space = {},
                            .text = {},
                            .retained = Size{1, 24},
                            .deep = {},
                            .deepEstimate = 5000});
  EXPECT_EQ(write(answer, Form::kCsv),
            "id,type,bytes,retainedObjects,retainedBytes,deepObjects,deepBytes,deepBytesEstimate\n"
            "0x10,a.B,24,1,24,3,72,\n"
            "0x20,a.C,24,1,24,,,5000\n");
  const std::string json = write(answer, Form::kJson);
  EXPECT_NE(json.find(R"("retained":{"objects":1,"bytes":24},"deep":{"objects":3,"bytes":72}},)"), std::string::npos);
  EXPECT_NE(json.find(R"("retained":{"objects":1,"bytes":24},"deepEstimate":5000}])"), std::string::npos) << json;
  EXPECT_NE(write(answer, Form::kText).find("≈ 5,000"), std::string::npos) << write(answer, Form::kText);
}

TEST_F(Inspect, CanBeCancelled) {
  Progress progress;
  progress.cancel();
  const auto answer = heaptrail::ask(*trace_, withAll(about("type=app.Node")), progress);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, ErrorKind::kCancelled);
  EXPECT_EQ(ask(about("type=app.Node")).size.objects, 3U);
}

}  // namespace
}  // namespace heaptrail
