#include "recorder/jvm_memory.h"

namespace heaptrail::recorder {

std::vector<DeclaredField> declaredFields(jvmtiEnv* jvmti, jclass type) {
  constexpr jint kStatic = 0x0008;  // of the class file format's access flags
  std::vector<DeclaredField> declared;
  JvmArray<jfieldID> fields(jvmti);
  if (jvmti->GetClassFields(type, fields.outSize(), fields.out()) != JVMTI_ERROR_NONE) return declared;
  for (jfieldID field : fields.all()) {
    JvmText name(jvmti);
    JvmText signature(jvmti);
    jint modifiers = 0;
    jvmti->GetFieldName(type, field, name.out(), signature.out(), nullptr);
    jvmti->GetFieldModifiers(type, field, &modifiers);
    declared.push_back({field, std::string(name.text()), std::string(signature.text()), (modifiers & kStatic) != 0});
  }
  return declared;
}

}  // namespace heaptrail::recorder
