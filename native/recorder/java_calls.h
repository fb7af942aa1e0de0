// Calls of Java's methods that leave no exception behind, for what is nice to have: where one was thrown, or where
// something is missing that the call needs, there is just no answer.
#pragma once

#include <jni.h>

#include <optional>
#include <string>

namespace heaptrail::recorder {

class JavaCalls {
 public:
  explicit JavaCalls(JNIEnv* jni) : jni_(jni) {}

  /// Whether one of the calls so far ended with an exception.
  bool failed() const { return failed_; }

  /// None in a JVM without the module that has it.
  jclass type(const char* name) { return good(jni_->FindClass(name)); }

  jmethodID method(jclass type, const char* name, const char* signature) {
    return type == nullptr ? nullptr : good(jni_->GetMethodID(type, name, signature));
  }

  /// What a static method without parameters returns.
  jobject staticObject(jclass type, const char* name, const char* signature) {
    jmethodID method = type == nullptr ? nullptr : good(jni_->GetStaticMethodID(type, name, signature));
    return method == nullptr ? nullptr : good(jni_->CallStaticObjectMethod(type, method));
  }

  template <typename... Arguments>
  jobject object(jobject of, jmethodID method, Arguments... arguments) {
    return of == nullptr || method == nullptr ? nullptr : good(jni_->CallObjectMethod(of, method, arguments...));
  }

  std::optional<jlong> longNumber(jobject of, jmethodID method) {
    if (of == nullptr || method == nullptr) return std::nullopt;
    const jlong value = jni_->CallLongMethod(of, method);
    return threw() ? std::nullopt : std::optional(value);
  }

  std::optional<jint> number(jobject of, jmethodID method) {
    if (of == nullptr || method == nullptr) return std::nullopt;
    const jint value = jni_->CallIntMethod(of, method);
    return threw() ? std::nullopt : std::optional(value);
  }

  std::string text(jobject string) {
    if (string == nullptr) return {};
    const char* const characters = jni_->GetStringUTFChars(static_cast<jstring>(string), nullptr);
    if (threw() || characters == nullptr) return {};
    std::string copy(characters);
    jni_->ReleaseStringUTFChars(static_cast<jstring>(string), characters);
    return copy;
  }

 private:
  bool threw() {
    if (jni_->ExceptionCheck() == JNI_FALSE) return false;
    jni_->ExceptionClear();
    failed_ = true;
    return true;
  }

  template <typename Value>
  Value good(Value value) {
    return threw() ? nullptr : value;
  }

  JNIEnv* jni_;
  bool failed_ = false;
};

}  // namespace heaptrail::recorder
