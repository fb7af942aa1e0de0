#include "java_classes.h"

#include <fmt/format.h>

namespace heaptrail::bench {

namespace {

using Fields = std::vector<std::pair<std::string, Kind>>;

Fields references(std::initializer_list<const char*> names) {
  Fields fields;
  for (const char* name : names) fields.emplace_back(name, Kind::kReference);
  return fields;
}

/// The fields of java.lang.Class in JDK 17. Its objects also have fields that no dump shows: see kInjectedClassBytes.
Fields fieldsOfClass() {
  Fields fields = references({"cachedConstructor", "name", "module", "packageName", "componentType", "reflectionData",
                              "genericInfo", "enumConstants", "enumConstantDirectory", "annotationData",
                              "annotationType", "classValueMap", "classLoader", "classData"});
  fields.emplace_back("classRedefinedCount", Kind::kInt);
  return fields;
}

/// One to six fields of four bytes, the first always a reference.
Fields fieldsOfGenerated(uint32_t number) {
  Fields fields = references({"next"});
  const uint32_t more = number % 6;
  for (uint32_t i = 0; i < more; ++i) {
    fields.emplace_back(fmt::format("field{}", i), (number + i) % 3 == 0 ? Kind::kReference : Kind::kInt);
  }
  return fields;
}

}  // namespace

std::vector<JavaClass> javaClasses(uint32_t generatedTypes) {
  std::vector<JavaClass> classes(kFirstGenerated);
  classes[kObject] = {.name = "java/lang/Object", .fields = {}, .staticReferences = {}};
  classes[kClass] = {.name = "java/lang/Class", .fields = fieldsOfClass(), .staticReferences = {}};
  classes[kString] = {.name = "java/lang/String",
                      .fields = {{"value", Kind::kReference},
                                 {"hash", Kind::kInt},
                                 {"coder", Kind::kByte},
                                 {"hashIsZero", Kind::kBoolean}},
                      .staticReferences = {}};
  classes[kAbstractMap] = {
      .name = "java/util/AbstractMap", .fields = references({"keySet", "values"}), .staticReferences = {}};
  classes[kHashMap] = {.name = "java/util/HashMap",
                       .super = kAbstractMap,
                       .fields = {{"table", Kind::kReference},
                                  {"entrySet", Kind::kReference},
                                  {"size", Kind::kInt},
                                  {"modCount", Kind::kInt},
                                  {"threshold", Kind::kInt},
                                  {"loadFactor", Kind::kFloat}},
                       .staticReferences = {}};
  classes[kNode] = {.name = "java/util/HashMap$Node",
                    .fields = {{"hash", Kind::kInt},
                               {"key", Kind::kReference},
                               {"value", Kind::kReference},
                               {"next", Kind::kReference}},
                    .staticReferences = {}};
  classes[kAbstractList] = {
      .name = "java/util/AbstractList", .fields = {{"modCount", Kind::kInt}}, .staticReferences = {}};
  classes[kArrayList] = {.name = "java/util/ArrayList",
                         .super = kAbstractList,
                         .fields = {{"elementData", Kind::kReference}, {"size", Kind::kInt}},
                         .staticReferences = {}};
  classes[kLinkedList] = {.name = "java/util/LinkedList",
                          .super = kAbstractList,
                          .fields = {{"size", Kind::kInt}, {"first", Kind::kReference}, {"last", Kind::kReference}},
                          .staticReferences = {}};
  classes[kLinkedNode] = {
      .name = "java/util/LinkedList$Node", .fields = references({"item", "next", "prev"}), .staticReferences = {}};
  classes[kNumber] = {.name = "java/lang/Number", .fields = {}, .staticReferences = {}};
  classes[kInteger] = {
      .name = "java/lang/Integer", .super = kNumber, .fields = {{"value", Kind::kInt}}, .staticReferences = {}};
  classes[kReference] = {.name = "java/lang/ref/Reference",
                         .fields = references({"referent", "queue", "next", "discovered"}),
                         .staticReferences = {}};
  classes[kWeakReference] = {
      .name = "java/lang/ref/WeakReference", .super = kReference, .fields = {}, .staticReferences = {}};
  // Not java.lang.Thread: that has fields no dump shows, others in every version.
  classes[kThread] = {.name = "com/example/Worker", .fields = references({"name", "holder"}), .staticReferences = {}};
  classes[kCity] = {.name = "com/example/travel/City",
                    .fields = {{"name", Kind::kReference}, {"inhabitants", Kind::kInt}},
                    .staticReferences = {}};
  classes[kTree] = {.name = "com/example/tree/Tree",
                    .fields = {{"root", Kind::kReference}, {"size", Kind::kInt}},
                    .staticReferences = {}};
  classes[kTreeNode] = {.name = "com/example/tree/Tree$Node",
                        .fields = {{"parent", Kind::kReference},
                                   {"left", Kind::kReference},
                                   {"right", Kind::kReference},
                                   {"value", Kind::kReference},
                                   {"key", Kind::kInt}},
                        .staticReferences = {}};
  classes[kIsland] = {.name = "com/example/Island", .fields = references({"next", "city"}), .staticReferences = {}};
  classes[kRegistry] = {.name = "com/example/Registry", .fields = {}, .staticReferences = {"structures", "nothing"}};
  classes[kObjectArray] = {.name = "[Ljava/lang/Object;", .fields = {}, .staticReferences = {}, .isArray = true};
  classes[kNodeArray] = {.name = "[Ljava/util/HashMap$Node;", .fields = {}, .staticReferences = {}, .isArray = true};
  classes[kByteArray] = {.name = "[B", .fields = {}, .staticReferences = {}, .elementBytes = 1, .isArray = true};
  classes[kIntArray] = {.name = "[I", .fields = {}, .staticReferences = {}, .elementBytes = 4, .isArray = true};
  classes.reserve(kFirstGenerated + generatedTypes);
  for (uint32_t i = 0; i < generatedTypes; ++i) {
    classes.push_back({.name = fmt::format("com/example/generated/p{:03}/Type{:06}", i % 1000, i),
                       .fields = fieldsOfGenerated(i),
                       .staticReferences = {}});
  }
  return classes;
}

}  // namespace heaptrail::bench
