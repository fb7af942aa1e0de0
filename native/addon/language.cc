#include "addon/language.h"

#include <string>
#include <utility>
#include <vector>

#include "addon/question_worker.h"

namespace heaptrail::addon {

namespace {

std::string textOf(const Napi::Object& object, const char* name) {
  const Napi::Value value = object.Get(name);
  return value.IsString() ? std::string(value.As<Napi::String>()) : std::string();
}

uint32_t numberOf(const Napi::Object& object, const char* name) {
  const Napi::Value value = object.Get(name);
  return value.IsNumber() ? value.As<Napi::Number>().Uint32Value() : 0;
}

std::vector<std::string> textsOf(const Napi::Object& object, const char* name) {
  std::vector<std::string> texts;
  const Napi::Value value = object.Get(name);
  if (!value.IsArray()) return texts;
  const auto list = value.As<Napi::Array>();
  for (uint32_t i = 0; i < list.Length(); ++i) {
    const Napi::Value entry = list.Get(i);
    if (entry.IsString()) texts.push_back(entry.As<Napi::String>());
  }
  return texts;
}

Napi::Array arrayOf(Napi::Env env, const std::vector<std::string>& texts) {
  const auto array = Napi::Array::New(env, texts.size());
  for (uint32_t i = 0; i < texts.size(); ++i) array.Set(i, texts[i]);
  return array;
}

/// JSON text; what went wrong is thrown with the properties of a failure.
Napi::Value answerLanguage(const Napi::CallbackInfo& info, LanguageWorkspace& workspace) {
  const Napi::Env env = info.Env();
  if (info.Length() != 2 || !info[0].IsString() || !info[1].IsObject()) {
    Napi::TypeError::New(env, "expected language(request: string, arguments: object)").ThrowAsJavaScriptException();
    return env.Undefined();
  }
  const auto arguments = info[1].As<Napi::Object>();
  LanguageQuestion question;
  question.request = info[0].As<Napi::String>();
  question.file = textOf(arguments, "file");
  question.text = textOf(arguments, "text");
  if (question.request == "setFile") {
    workspace.setFile(question.file, question.text);
    return env.Undefined();
  }
  if (question.request == "removeFile") {
    workspace.removeFile(question.file);
    return env.Undefined();
  }
  if (question.request == "setWorkspaceTypes") {
    workspace.setWorkspaceTypes(textsOf(arguments, "names"));
    return env.Undefined();
  }
  if (question.request == "forgetTrace") {
    workspace.forgetTrace();
    return env.Undefined();
  }
  question.position = {numberOf(arguments, "line"), numberOf(arguments, "character")};
  question.withDescriptions = arguments.Get("withDescriptions").ToBoolean();
  const Result<std::string> answer = workspace.answer(question);
  if (answer) return Napi::String::New(env, *answer);
  Napi::Error(env, toJavaScript(env, answer.error())).ThrowAsJavaScriptException();
  return env.Undefined();
}

}  // namespace

void exportLanguage(Napi::Env env, Napi::Object exports, std::shared_ptr<LanguageWorkspace> workspace) {
  exports.Set("tokenTypes", arrayOf(env, LanguageWorkspace::tokenTypes()));
  exports.Set("tokenModifiers", arrayOf(env, LanguageWorkspace::tokenModifiers()));
  const auto answer = [workspace = std::move(workspace)](const Napi::CallbackInfo& info) {
    return answerLanguage(info, *workspace);
  };
  exports.Set("language", Napi::Function::New(env, answer, "language"));
}

}  // namespace heaptrail::addon
