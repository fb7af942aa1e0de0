#include "recorder/left_out.h"

#include <algorithm>
#include <array>

namespace heaptrail::recorder {

namespace {

constexpr std::array kBoxes{"java/lang/Boolean", "java/lang/Byte",    "java/lang/Character",
                            "java/lang/Short",   "java/lang/Integer", "java/lang/Long",
                            "java/lang/Float",   "java/lang/Double",  "java/lang/Void"};

}  // namespace

void LeftOutReferences::prepare(JNIEnv* jni) {
  const LocalFrame references(jni);
  objectClass_ = static_cast<jclass>(jni->NewGlobalRef(jni->FindClass("java/lang/Object")));
  for (const char* box : kBoxes) {
    jclass type = jni->FindClass(box);
    jobject primitive = jni->GetStaticObjectField(type, jni->GetStaticFieldID(type, "TYPE", "Ljava/lang/Class;"));
    primitives_.push_back(jni->NewGlobalRef(primitive));
  }
  jclass loader = jni->FindClass("java/lang/ClassLoader");
  for (const char* getter : {"getSystemClassLoader", "getPlatformClassLoader"}) {
    jmethodID method = jni->GetStaticMethodID(loader, getter, "()Ljava/lang/ClassLoader;");
    jobject found = method == nullptr ? nullptr : jni->CallStaticObjectMethod(loader, method);
    if (found != nullptr) loadersForGood_.push_back(jni->NewGlobalRef(found));
    jni->ExceptionClear();
  }
  jclass type = jni->FindClass("java/lang/Class");
  const std::vector<DeclaredField> fields = declaredFields(jvmti_, type);
  for (uint32_t place = 0; place < fields.size(); ++place) {
    const DeclaredField& field = fields[place];
    const bool isReference = field.signature.starts_with('L') || field.signature.starts_with('[');
    // JVMTI does follow the class loader.
    if (isReference && !field.isStatic && field.name != "classLoader") fields_.push_back({field.id, place});
  }
}

void LeftOutReferences::numberPrimitives(ObjectNumbers& numbers) const {
  for (jobject primitive : primitives_) numbers.of(jvmti_, primitive);
}

std::vector<jobject> LeftOutReferences::classObjects(JNIEnv* jni) const {
  std::vector<jobject> objects;
  for (jobject primitive : primitives_) objects.push_back(jni->NewLocalRef(primitive));
  JvmArray<jclass> classes(jvmti_);
  if (jvmti_->GetLoadedClasses(classes.outSize(), classes.out()) == JVMTI_ERROR_NONE) {
    objects.insert(objects.end(), classes.all().begin(), classes.all().end());
  }
  return objects;
}

/// The number of a class' loader; 0 for those that are never unloaded.
uint64_t LeftOutReferences::loaderOf(JNIEnv* jni, jobject classObject) const {
  jobject loader = nullptr;
  if (jvmti_->GetClassLoader(static_cast<jclass>(classObject), &loader) != JVMTI_ERROR_NONE || loader == nullptr)
    return 0;
  jlong tag = 0;
  const bool isForGood = std::ranges::any_of(
      loadersForGood_, [&](jobject known) { return jni->IsSameObject(loader, known) != JNI_FALSE; });
  jvmti_->GetTag(loader, &tag);
  jni->DeleteLocalRef(loader);
  // One that has no number was not met.
  return isForGood ? 0 : idOf(tag) == 0 ? kMostIds : idOf(tag);
}

LeftOutReferences::Values LeftOutReferences::read(JNIEnv* jni) const {
  Values values;
  std::vector<jobject> found;
  for (jobject classObject : classObjects(jni)) {
    jlong tag = 0;
    jvmti_->GetTag(classObject, &tag);
    const uint64_t loader = loaderOf(jni, classObject);
    found.push_back(classObject);
    values.leftOut.push_back({idOf(tag), LeftOut::kNoField, loader, noteOf(tag)});
    // Loaded since the walk began: it has a number at the next point.
    if (idOf(tag) == 0) continue;
    for (const Field& field : fields_) {
      jobject value = jni->GetObjectField(classObject, field.id);
      if (value == nullptr) continue;
      found.push_back(value);
      values.leftOut.push_back({idOf(tag), field.place, loader, noteOf(tag)});
    }
  }
  values.array = jni->NewObjectArray(static_cast<jsize>(found.size()), objectClass_, nullptr);
  if (values.array == nullptr) {
    jni->ExceptionClear();
    return values;
  }
  for (size_t i = 0; i < found.size(); ++i) {
    jni->SetObjectArrayElement(values.array, static_cast<jsize>(i), found[i]);
    jni->DeleteLocalRef(found[i]);
  }
  return values;
}

}  // namespace heaptrail::recorder
