#include "recorder/class_registry.h"

namespace heaptrail::recorder {

namespace {

constexpr jint kStatic = 0x0008;  // of the class file format's access flags

}  // namespace

jvmtiError ClassRegistry::update(JNIEnv* jni) {
  JvmArray<jclass> classes(jvmti_);
  if (const jvmtiError error = jvmti_->GetLoadedClasses(classes.outSize(), classes.out())) return error;
  for (jclass type : classes.all()) {
    jlong tag = 0;
    if (jvmti_->GetTag(type, &tag) == JVMTI_ERROR_NONE && noteOf(tag) == 0) name(jni, type);
    jni->DeleteLocalRef(type);
  }
  return JVMTI_ERROR_NONE;
}

jvmtiError ClassRegistry::nameAlso(JNIEnv* jni, const std::unordered_set<uint64_t>& classObjects) {
  JvmArray<jclass> classes(jvmti_);
  if (const jvmtiError error = jvmti_->GetLoadedClasses(classes.outSize(), classes.out())) return error;
  for (jclass type : classes.all()) {
    jlong tag = 0;
    if (jvmti_->GetTag(type, &tag) == JVMTI_ERROR_NONE && classObjects.contains(idOf(tag)) && noteOf(tag) == 0) {
      prepare(jni, type);
      name(jni, type);
    }
    jni->DeleteLocalRef(type);
  }
  return JVMTI_ERROR_NONE;
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
  if (!isArray && (status & JVMTI_CLASS_STATUS_PREPARED) == 0) return;
  JvmText signature(jvmti_);
  if (jvmti_->GetClassSignature(type, signature.out(), nullptr) != JVMTI_ERROR_NONE) return;

  const LocalFrame references(jni);
  recording::TypeSymbol symbol;
  symbol.signature = signature.text();
  symbol.classObject = idOfObject(type);
  if (jclass superclass = jni->GetSuperclass(type)) symbol.superclass = idOfObject(superclass);
  if (!isArray) {
    JvmText sourceFile(jvmti_);
    if (jvmti_->GetSourceFileName(type, sourceFile.out()) == JVMTI_ERROR_NONE) symbol.sourceFile = sourceFile.text();
    JvmArray<jclass> interfaces(jvmti_);
    if (jvmti_->GetImplementedInterfaces(type, interfaces.outSize(), interfaces.out()) == JVMTI_ERROR_NONE) {
      for (jclass interface : interfaces.all()) symbol.interfaces.push_back(idOfObject(interface));
    }
    symbol.fields = fieldsOf(type);
  }
  const uint32_t number = symbols_.with([&](recording::SymbolEncoder& symbols) { return symbols.type(symbol); });
  if (number > kMostNotes) return;
  layouts_.resize(number + 1);
  layouts_[number].element = isArray ? symbol.signature[1] : '\0';
  if (symbol.signature == "Ljava/lang/Class;") classType_ = number;
  jvmti_->SetTag(type, tagOf(symbol.classObject, number));
}

uint64_t ClassRegistry::idOfObject(jobject object) {
  jlong tag = 0;
  jvmti_->GetTag(object, &tag);
  if (idOf(tag) != 0) return idOf(tag);
  const uint64_t id = numbers_.next();
  jvmti_->SetTag(object, tagOf(id, noteOf(tag)));
  return id;
}

std::vector<recording::FieldSymbol> ClassRegistry::fieldsOf(jclass type) {
  JvmArray<jfieldID> fields(jvmti_);
  std::vector<recording::FieldSymbol> symbols;
  if (jvmti_->GetClassFields(type, fields.outSize(), fields.out()) != JVMTI_ERROR_NONE) return symbols;
  for (jfieldID field : fields.all()) {
    JvmText name(jvmti_);
    JvmText signature(jvmti_);
    jint modifiers = 0;
    // A field that cannot be named must be counted all the same: others are told by their places.
    jvmti_->GetFieldName(type, field, name.out(), signature.out(), nullptr);
    jvmti_->GetFieldModifiers(type, field, &modifiers);
    symbols.push_back({std::string(name.text()), std::string(signature.text()), (modifiers & kStatic) != 0});
  }
  return symbols;
}

}  // namespace heaptrail::recorder
