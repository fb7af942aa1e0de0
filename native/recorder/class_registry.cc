#include "recorder/class_registry.h"

#include <utility>

namespace heaptrail::recorder {

/// Calls `use(type, tag)` for each that has no number yet.
template <typename Use>
jvmtiError ClassRegistry::forEachUnnamed(JNIEnv* jni, Use&& use) {
  JvmArray<jclass> classes(jvmti_);
  if (const jvmtiError error = jvmti_->GetLoadedClasses(classes.outSize(), classes.out())) return error;
  for (jclass type : classes.all()) {
    jlong tag = 0;
    if (jvmti_->GetTag(type, &tag) == JVMTI_ERROR_NONE && noteOf(tag) == 0) use(type, tag);
    jni->DeleteLocalRef(type);
  }
  return JVMTI_ERROR_NONE;
}

jvmtiError ClassRegistry::update(JNIEnv* jni) {
  return forEachUnnamed(jni, [&](jclass type, jlong) { name(jni, type); });
}

jvmtiError ClassRegistry::nameAlso(JNIEnv* jni, const std::unordered_set<uint64_t>& classObjects) {
  return forEachUnnamed(jni, [&](jclass type, jlong tag) {
    if (!classObjects.contains(idOf(tag))) return;
    prepare(jni, type);
    name(jni, type);
  });
}

jvmtiError ClassRegistry::nameVirtualThreads(JNIEnv* jni) {
  return forEachUnnamed(jni, [&](jclass type, jlong) {
    JvmText signature(jvmti_);
    if (jvmti_->GetClassSignature(type, signature.out(), nullptr) != JVMTI_ERROR_NONE) return;
    if (!ThreadsInMaking::concerns(signature.text())) return;
    prepare(jni, type);
    name(jni, type);
  });
}

/// Reflection prepares a class without running any code of it.
void ClassRegistry::prepare(JNIEnv* jni, jclass type) {
  const LocalFrame references(jni);
  jmethodID fields = jni->GetMethodID(jni->GetObjectClass(type), "getDeclaredFields0", "(Z)[Ljava/lang/reflect/Field;");
  if (fields != nullptr) jni->CallObjectMethod(type, fields, JNI_FALSE);
  jni->ExceptionClear();
}

void ClassRegistry::name(JNIEnv* jni, jclass type) {
  jint status = 0;
  if (jvmti_->GetClassStatus(type, &status) != JVMTI_ERROR_NONE) return;
  // What is not prepared has neither instances nor, as far as JVMTI tells, fields.
  const bool isArray = (status & JVMTI_CLASS_STATUS_ARRAY) != 0;
  if (!isArray && (status & JVMTI_CLASS_STATUS_PREPARED) == 0) {
    numbers_.of(jvmti_, type);
    return;
  }
  JvmText signature(jvmti_);
  if (jvmti_->GetClassSignature(type, signature.out(), nullptr) != JVMTI_ERROR_NONE) return;

  const LocalFrame references(jni);
  recording::TypeSymbol symbol;
  symbol.signature = signature.text();
  symbol.classObject = numbers_.of(jvmti_, type);
  if (jclass superclass = jni->GetSuperclass(type)) symbol.superclass = numbers_.of(jvmti_, superclass);
  if (!isArray) {
    JvmText sourceFile(jvmti_);
    if (jvmti_->GetSourceFileName(type, sourceFile.out()) == JVMTI_ERROR_NONE) symbol.sourceFile = sourceFile.text();
    JvmArray<jclass> interfaces(jvmti_);
    if (jvmti_->GetImplementedInterfaces(type, interfaces.outSize(), interfaces.out()) == JVMTI_ERROR_NONE) {
      for (jclass interface : interfaces.all()) symbol.interfaces.push_back(numbers_.of(jvmti_, interface));
    }
    for (DeclaredField& field : declaredFields(jvmti_, type)) {
      symbol.fields.push_back({std::move(field.name), std::move(field.signature), field.isStatic});
    }
  }
  const uint32_t number = symbols_.with([&](recording::SymbolEncoder& symbols) { return symbols.type(symbol); });
  if (number > kMostNotes) return;
  layouts_.resize(number + 1);
  named_.resize(number);
  threadsInMaking_.named(symbol.signature, number);
  named_[number - 1] = {symbol.signature, symbol.classObject, symbol.superclass,
                        static_cast<uint32_t>(symbol.fields.size()), hashOf(jvmti_, type)};
  layouts_[number].element = isArray ? symbol.signature[1] : '\0';
  // Of all classes but this one instances are as large as each other: it has the frames of a virtual thread.
  layouts_[number].varies = symbol.signature == "Ljdk/internal/vm/StackChunk;";
  if (symbol.signature == "Ljava/lang/Class;") classType_ = number;
  jvmti_->SetTag(type, tagOf(symbol.classObject, number));
}

}  // namespace heaptrail::recorder
