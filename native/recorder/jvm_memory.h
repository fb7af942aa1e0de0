// What the JVM gives us and wants back: memory of JVMTI, local references of JNI.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heaptrail::recorder {

/// An array or a text that JVMTI allocated.
template <typename T>
class JvmArray {
 public:
  explicit JvmArray(jvmtiEnv* jvmti) : jvmti_(jvmti) {}
  ~JvmArray() {
    if (data_ != nullptr) jvmti_->Deallocate(reinterpret_cast<unsigned char*>(data_));
  }
  JvmArray(const JvmArray&) = delete;
  JvmArray& operator=(const JvmArray&) = delete;

  /// For JVMTI to write to.
  T** out() { return &data_; }
  jint* outSize() { return &size_; }

  std::span<const T> all() const { return data_ == nullptr ? std::span<const T>{} : std::span<const T>(data_, size()); }
  size_t size() const { return static_cast<size_t>(size_); }
  T operator[](size_t i) const { return data_[i]; }

  /// Where T is char; empty when there is none.
  std::string_view text() const { return data_ == nullptr ? std::string_view{} : std::string_view(data_); }

 private:
  jvmtiEnv* jvmti_;
  T* data_ = nullptr;
  jint size_ = 0;
};

using JvmText = JvmArray<char>;

/// Stays the same for the object's life, and asking for it takes no lock.
inline uint32_t hashOf(jvmtiEnv* jvmti, jobject object) {
  jint hash = 0;
  jvmti->GetObjectHashCode(object, &hash);
  return static_cast<uint32_t>(hash);
}

/// A field as its class declares it.
struct DeclaredField {
  jfieldID id = nullptr;
  std::string name;
  std::string signature;
  bool isStatic = false;
};

/// All fields that a class itself declares, in JVMTI's order. One that cannot be named is among them all the same:
/// others are told by their places.
std::vector<DeclaredField> declaredFields(jvmtiEnv* jvmti, jclass type);

/// All local references made while this lives are given back with it.
class LocalFrame {
 public:
  explicit LocalFrame(JNIEnv* jni, jint references = 64) : jni_(jni), good_(jni->PushLocalFrame(references) == 0) {
    if (!good_) jni->ExceptionClear();
  }
  ~LocalFrame() {
    if (good_) jni_->PopLocalFrame(nullptr);
  }
  LocalFrame(const LocalFrame&) = delete;
  LocalFrame& operator=(const LocalFrame&) = delete;

 private:
  JNIEnv* jni_;
  bool good_;
};

}  // namespace heaptrail::recorder
