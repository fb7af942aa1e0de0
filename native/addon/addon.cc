// The engine for Node.js: `ask(question, arguments, onProgress, form)`. Turns JavaScript arguments into questions and
// hands the answers over as text, JSON unless CSV is asked for; it knows nothing itself.
#include <napi.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "addon/arguments.h"
#include "addon/language.h"
#include "addon/open_traces.h"
#include "addon/question_worker.h"
#include "addon/requests.h"
#include "answer/question_list.h"
#include "answer/shared/write_parts.h"
#include "base/try.h"
#include "session/recording_look.h"

namespace heaptrail::addon {

namespace {

/// What one loaded addon works on.
struct Engine {
  OpenTraces traces;
  std::shared_ptr<LanguageWorkspace> workspace = std::make_shared<LanguageWorkspace>();
};
using SharedEngine = std::shared_ptr<Engine>;

constexpr const char* kDone = R"({"heaptrail":{"schema":1}})";

/// `{"heaptrail":{"schema":1}`, the handle and the answer to `info` in one.
std::string opened(uint64_t handle, const std::string& info) {
  const std::string head = R"({"heaptrail":{"schema":1},"handle":)" + std::to_string(handle);
  return head + R"(,"info":)" + info + "}";
}

Result<std::string> run(Engine& engine, const OpenRequest& request, Progress& progress) {
  std::unique_ptr<OpenedTrace> trace = TRY(OpenedTrace::open(request.paths, request.options(), progress));
  const InfoAnswer info = TRY(ask(*trace, InfoQuestion{}, progress));
  return opened(engine.traces.add(std::move(trace)), write(info, Form::kJson));
}

/// What the trace is now; null where nothing has come into it.
Result<std::string> run(Engine& engine, uint64_t handle, const GrowRequest&, Progress& progress) {
  const auto before = TRY(engine.traces.find(handle));
  std::unique_ptr<OpenedTrace> trace = TRY(before->grown(progress));
  if (trace == nullptr) return R"({"heaptrail":{"schema":1},"info":null})";
  const InfoAnswer info = TRY(ask(*trace, InfoQuestion{}, progress));
  TRY(engine.traces.replace(handle, std::move(trace)));
  return R"({"heaptrail":{"schema":1},"info":)" + write(info, Form::kJson) + "}";
}

Result<std::string> run(const LookRequest& request) {
  const RecordingLook look = TRY(lookAtRecording(request.path, request.from));
  JsonWriter json = beginAnswer();
  json.member("end", look.end).member("points", look.points).member("running", look.running);
  if (look.startMillis) json.member("startMillis", *look.startMillis).member("program", look.program);
  return endAnswer(std::move(json));
}

Result<std::string> run(Engine& engine, uint64_t handle, const CloseRequest&, Progress&) {
  TRY(engine.traces.remove(handle));
  return kDone;
}

/// Lets the language know the types of an open trace.
Result<std::string> run(Engine& engine, uint64_t handle, const KnownTypesRequest& request, Progress& progress) {
  const auto trace = TRY(engine.traces.find(handle));
  const KnownTypes known = TRY(trace->knownTypes(request.at, false, progress));
  engine.workspace->setTrace(known, request.name);
  return kDone;
}

/// Finds what is asked by its name, reads its arguments, and makes work of both.
class Asked {
 public:
  Asked(SharedEngine engine, std::string name, Napi::Object arguments, Form form)
      : engine_(std::move(engine)), name_(std::move(name)), arguments_(arguments), form_(form) {}

  Work work() {
    request<CloseRequest>();
    request<GrowRequest>();
    request<KnownTypesRequest>();
    if (name_ == OpenRequest::kName) {
      work_ = reading<OpenRequest>(
          [engine = engine_](const OpenRequest& asked, Progress& progress) { return run(*engine, asked, progress); });
    }
    if (name_ == LookRequest::kName) {
      work_ = reading<LookRequest>([](const LookRequest& asked, Progress&) { return run(asked); });
    }
    forEachQuestion(*this);
    if (work_) return work_;
    return failing({ErrorKind::kUsage, "there is no question \"" + name_ + "\""});
  }

  template <typename Question>
  void question() {
    if (name_ != Question::kName) return;
    work_ = reading<Question>([engine = engine_, handle = handle(), form = form_](
                                  const Question& asked, Progress& progress) -> Result<std::string> {
      const auto trace = TRY(engine->traces.find(handle));
      const auto answer = TRY(ask(*trace, asked, progress));
      return write(answer, form);
    });
  }

 private:
  template <typename Request>
  void request() {
    if (name_ != Request::kName) return;
    work_ = reading<Request>([engine = engine_, handle = handle()](const Request& asked, Progress& progress) {
      return run(*engine, handle, asked, progress);
    });
  }

  uint64_t handle() {
    TraceHandle handle;
    TraceHandle::fields(arguments_, handle);
    return handle.number;
  }

  template <typename Question, typename Run>
  Work reading(Run runAsked) {
    Question asked;
    Question::fields(arguments_, asked);
    if (const std::optional<Error> problem = arguments_.problem()) return failing(*problem);
    return [asked = std::move(asked), runAsked = std::move(runAsked)](Progress& progress) {
      return runAsked(asked, progress);
    };
  }

  static Work failing(Error error) {
    return [error = std::move(error)](Progress&) -> Result<std::string> { return std::unexpected(error); };
  }

  SharedEngine engine_;
  std::string name_;
  Arguments arguments_;
  Form form_;
  Work work_;
};

/// `json`, which is what is meant where nothing is said, or `csv`.
std::optional<Form> formOf(const Napi::Value& value) {
  if (value.IsUndefined()) return Form::kJson;
  const std::string word = value.IsString() ? std::string(value.As<Napi::String>()) : std::string();
  if (word == "json") return Form::kJson;
  if (word == "csv") return Form::kCsv;
  return std::nullopt;
}

Napi::Value ask(const Napi::CallbackInfo& info, const SharedEngine& engine) {
  const Napi::Env env = info.Env();
  const Napi::Value onProgress = info[2];
  const std::optional<Form> form = formOf(info[3]);
  if (!info[0].IsString() || !info[1].IsObject() || !(onProgress.IsFunction() || onProgress.IsUndefined()) || !form) {
    Napi::TypeError::New(
        env, "expected ask(question: string, arguments: object, onProgress?: function, form?: \"json\" | \"csv\")")
        .ThrowAsJavaScriptException();
    return env.Undefined();
  }
  Work work = Asked(engine, info[0].As<Napi::String>(), info[1].As<Napi::Object>(), *form).work();
  return start(env, std::move(work), onProgress.IsFunction() ? onProgress.As<Napi::Function>() : Napi::Function());
}

Napi::Object initialise(Napi::Env env, Napi::Object exports) {
  const auto engine = std::make_shared<Engine>();
  exportLanguage(env, exports, engine->workspace);
  exports.Set("version", HEAPTRAIL_VERSION);
  exports.Set("ask",
              Napi::Function::New(env, [engine](const Napi::CallbackInfo& info) { return ask(info, engine); }, "ask"));
  return exports;
}

}  // namespace

NODE_API_MODULE(heaptrail, initialise)

}  // namespace heaptrail::addon
