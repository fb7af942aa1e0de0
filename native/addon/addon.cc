// The engine for Node.js: `ask(question, arguments, onProgress)`. Turns JavaScript arguments into questions and hands
// the answers over as JSON text; it knows nothing itself.
#include <napi.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "addon/language.h"
#include "addon/question_worker.h"
#include "answer/growth_tree_answer.h"
#include "answer/questions.h"

namespace heaptrail::addon {

namespace {

/// The traces that are open, by handle. One that is closed lives on until its last question is answered.
class OpenTraces {
 public:
  uint32_t add(std::shared_ptr<OpenedTrace> trace) {
    const std::lock_guard lock(mutex_);
    entries_[++last_] = std::move(trace);
    return last_;
  }

  std::shared_ptr<OpenedTrace> find(uint32_t handle) {
    const std::lock_guard lock(mutex_);
    const auto place = entries_.find(handle);
    return place == entries_.end() ? nullptr : place->second;
  }

  bool remove(uint32_t handle) {
    const std::lock_guard lock(mutex_);
    return entries_.erase(handle) > 0;
  }

 private:
  std::mutex mutex_;
  std::map<uint32_t, std::shared_ptr<OpenedTrace>> entries_;
  uint32_t last_ = 0;
};

/// Reads the arguments of a question; remembers the first that is not what it should be.
class Arguments {
 public:
  explicit Arguments(Napi::Object object) : object_(object) {}

  std::string text(const char* name, const std::string& otherwise) {
    const Napi::Value value = object_.Get(name);
    if (value.IsUndefined()) return otherwise;
    if (value.IsString()) return value.As<Napi::String>();
    expected(name, "a string");
    return otherwise;
  }

  bool flag(const char* name, bool otherwise = false) {
    const Napi::Value value = object_.Get(name);
    if (value.IsUndefined()) return otherwise;
    if (value.IsBoolean()) return value.As<Napi::Boolean>();
    expected(name, "true or false");
    return otherwise;
  }

  uint64_t number(const char* name, uint64_t otherwise) {
    const Napi::Value value = object_.Get(name);
    if (value.IsUndefined()) return otherwise;
    constexpr double kExactIntegers = 9007199254740992;  // 2^53
    if (value.IsNumber()) {
      const double number = value.As<Napi::Number>();
      if (number >= 0 && number < kExactIntegers && number == static_cast<double>(static_cast<uint64_t>(number))) {
        return static_cast<uint64_t>(number);
      }
    }
    expected(name, "a whole number that is not negative");
    return otherwise;
  }

  double percentage(const char* name, double otherwise) {
    const Napi::Value value = object_.Get(name);
    if (value.IsUndefined()) return otherwise;
    if (value.IsNumber()) {
      const double number = value.As<Napi::Number>();
      if (number >= 0 && number <= 100) return number;
    }
    expected(name, "a number from 0 to 100");
    return otherwise;
  }

  /// For words that a function of the engine knows how to read.
  template <typename Value>
  void word(const char* name, Value& target, Result<Value> (*parse)(std::string_view)) {
    const std::string found = text(name, "");
    if (found.empty()) return;
    const Result<Value> value = parse(found);
    if (value) {
      target = *value;
    } else if (!problem_) {
      problem_ = value.error();
    }
  }

  /// For words that may be left out, which says something of its own.
  template <typename Value>
  void word(const char* name, std::optional<Value>& target, Result<Value> (*parse)(std::string_view)) {
    Value found{};
    const bool isThere = !text(name, "").empty();
    word(name, found, parse);
    if (isThere) target = found;
  }

  /// For lists of such words.
  template <typename Value>
  void add(const std::string& word, std::vector<Value>& target, Result<Value> (*parse)(std::string_view)) {
    const Result<Value> value = parse(word);
    if (value) {
      target.push_back(*value);
    } else if (!problem_) {
      problem_ = value.error();
    }
  }

  std::vector<std::string> texts(const char* name) {
    const Napi::Value value = object_.Get(name);
    std::vector<std::string> result;
    if (value.IsUndefined()) return result;
    if (!value.IsArray()) {
      expected(name, "a list of strings");
      return result;
    }
    const auto list = value.As<Napi::Array>();
    for (uint32_t i = 0; i < list.Length(); ++i) {
      const Napi::Value entry = list.Get(i);
      if (entry.IsString()) {
        result.push_back(entry.As<Napi::String>());
      } else {
        expected(name, "a list of strings");
      }
    }
    return result;
  }

  std::vector<DescriptionTexts::File> files(const char* name) {
    const Napi::Value value = object_.Get(name);
    std::vector<DescriptionTexts::File> result;
    if (value.IsUndefined()) return result;
    if (!value.IsArray()) {
      expected(name, "a list of files");
      return result;
    }
    const auto list = value.As<Napi::Array>();
    for (uint32_t i = 0; i < list.Length(); ++i) {
      const Napi::Value entry = list.Get(i);
      const Napi::Object file = entry.IsObject() ? entry.As<Napi::Object>() : Napi::Object::New(entry.Env());
      const Napi::Value path = file.Get("name");
      const Napi::Value text = file.Get("text");
      if (path.IsString() && text.IsString()) {
        result.push_back({path.As<Napi::String>(), text.As<Napi::String>()});
      } else {
        expected(name, "a list of files with name and text");
      }
    }
    return result;
  }

  const std::optional<Error>& problem() const { return problem_; }

 private:
  void expected(const char* name, const std::string& what) {
    if (!problem_) problem_ = Error{ErrorKind::kUsage, "expected " + what + " as \"" + name + "\""};
  }

  Napi::Object object_;
  std::optional<Error> problem_;
};

using Traces = std::shared_ptr<OpenTraces>;

/// A question that needs an open trace.
template <typename Ask>
Work ofTrace(const Traces& traces, uint64_t handle, const Ask& ask) {
  return [traces, handle, ask](Progress& progress) -> Result<std::string> {
    const auto trace = traces->find(static_cast<uint32_t>(handle));
    if (!trace) return usageError("this trace is not open");
    auto answer = ask(*trace, progress);
    if (!answer) return std::unexpected(answer.error());
    return write(*answer, Form::kJson);
  };
}

/// `{"heaptrail":{"schema":1}` and, for `open`, the handle and the answer to `info` in one.
std::string opened(uint32_t handle, const std::string& info) {
  const std::string head = R"({"heaptrail":{"schema":1},"handle":)" + std::to_string(handle);
  return head + R"(,"info":)" + info + "}";
}

Work openWork(const Traces& traces, const std::vector<std::string>& paths, const OpenOptions& options) {
  return [traces, paths, options](Progress& progress) -> Result<std::string> {
    Result<std::unique_ptr<OpenedTrace>> trace = OpenedTrace::open(paths, options, progress);
    if (!trace) return std::unexpected(trace.error());
    const Result<InfoAnswer> info = (*trace)->info({}, progress);
    if (!info) return std::unexpected(info.error());
    return opened(traces->add(std::move(*trace)), write(*info, Form::kJson));
  };
}

/// Lets the language know the types of an open trace.
Work knownTypesWork(const Traces& traces, uint64_t handle, const std::string& at, const std::string& name,
                    const std::shared_ptr<LanguageWorkspace>& workspace) {
  return [traces, handle, at, name, workspace](Progress& progress) -> Result<std::string> {
    const auto trace = traces->find(static_cast<uint32_t>(handle));
    if (!trace) return usageError("this trace is not open");
    const Result<KnownTypes> known = trace->knownTypes(at, false, progress);
    if (!known) return std::unexpected(known.error());
    workspace->setTrace(*known, name);
    return std::string(R"({"heaptrail":{"schema":1}})");
  };
}

Work closeWork(const Traces& traces, uint64_t handle) {
  return [traces, handle](Progress&) -> Result<std::string> {
    if (!traces->remove(static_cast<uint32_t>(handle))) return usageError("this trace is not open");
    return std::string(R"({"heaptrail":{"schema":1}})");
  };
}

InfoQuestion infoQuestion(Arguments& arguments) {
  InfoQuestion question;
  question.at = arguments.text("at", question.at);
  return question;
}

HeapQuestion heapQuestion(Arguments& arguments) {
  HeapQuestion question;
  question.at = arguments.text("at", question.at);
  arguments.word("count", question.counted, parseCounted);
  arguments.word("filter", question.structures, parseStructureFilter);
  arguments.word("sort", question.order, parseHeapOrder);
  question.ascending = arguments.flag("ascending");
  question.search = arguments.text("search", "");
  question.offset = arguments.number("offset", question.offset);
  question.limit = arguments.number("limit", question.limit);
  question.alsoKnown = true;
  for (const std::string& word : arguments.texts("metrics")) arguments.add(word, question.metrics, parseSizeMetric);
  return question;
}

SizesQuestion sizesQuestion(Arguments& arguments) {
  SizesQuestion question;
  question.at = arguments.text("at", question.at);
  arguments.word("filter", question.structures, parseStructureFilter);
  arguments.word("metric", question.metric, parseSizeMetric);
  question.keys = arguments.texts("keys");
  return question;
}

StructuresQuestion structuresQuestion(Arguments& arguments) {
  StructuresQuestion question;
  question.at = arguments.text("at", question.at);
  arguments.word("filter", question.filter, parseStructureFilter);
  question.search = arguments.text("search", "");
  question.where = arguments.text("where", "");
  arguments.word("sort", question.order, parseStructureOrder);
  question.ascending = arguments.flag("ascending");
  question.offset = arguments.number("offset", question.offset);
  question.limit = arguments.number("limit", question.limit);
  question.deep = arguments.flag("deep");
  arguments.word("members", question.members, parseDescent);
  question.contained = arguments.flag("contained", true);
  question.coverage = arguments.flag("coverage");
  return question;
}

WindowQuestion windowQuestion(Arguments& arguments) {
  return {arguments.text("from", ""), arguments.text("to", ""), arguments.texts("own")};
}

GrowthTreeQuestion growthTreeQuestion(Arguments& arguments) {
  GrowthTreeQuestion question;
  question.window = windowQuestion(arguments);
  question.threshold = arguments.percentage("threshold", question.threshold);
  return question;
}

GrowthQuestion growthQuestion(Arguments& arguments) {
  GrowthQuestion question;
  question.window = windowQuestion(arguments);
  arguments.word("sort", question.order, parseGrowthOrder);
  arguments.word("category", question.category, parseGrowthCategory);
  question.threshold = arguments.percentage("threshold", question.threshold);
  question.search = arguments.text("search", "");
  question.grown = arguments.flag("grown");
  question.offset = arguments.number("offset", question.offset);
  question.limit = arguments.number("limit", question.limit);
  question.leaves = arguments.number("leaves", question.leaves);
  return question;
}

GrowthOfQuestion growthOfQuestion(Arguments& arguments) {
  GrowthOfQuestion question;
  question.window = windowQuestion(arguments);
  arguments.word("id", question.object, parseObjectId);
  question.threshold = arguments.percentage("threshold", question.threshold);
  arguments.word("leaves", question.leaves, parseDescent);
  question.offset = arguments.number("offset", question.offset);
  question.limit = arguments.number("limit", question.limit);
  return question;
}

InspectQuestion inspectQuestion(Arguments& arguments) {
  InspectQuestion question;
  question.at = arguments.text("at", question.at);
  uint64_t object = 0;
  const std::string id = arguments.text("object", "");
  arguments.word("object", object, parseObjectId);
  if (!id.empty()) question.object = object;
  question.where = arguments.text("where", "");
  question.roots = arguments.flag("roots");
  question.holders = {arguments.flag("variablesOnly"), arguments.flag("firstRoots")};
  question.paths = arguments.flag("paths");
  if (arguments.flag("noSoft")) question.soft = SoftReferences::kLeaveOut;
  question.mostPaths = arguments.number("mostPaths", question.mostPaths);
  SizeMetric closure = SizeMetric::kRetained;
  const bool wantsClosure = !arguments.text("closure", "").empty();
  arguments.word("closure", closure, parseSizeMetric);
  if (wantsClosure) question.closure = closure;
  question.containing = arguments.flag("containing");
  question.objects = arguments.flag("objects");
  arguments.word("sort", question.order, parseHeapOrder);
  question.top = arguments.number("top", question.top);
  return question;
}

Work failing(Error error) {
  return [error = std::move(error)](Progress&) -> Result<std::string> { return std::unexpected(error); };
}

using Workspace = std::shared_ptr<LanguageWorkspace>;

Work workFor(const Traces& traces, const Workspace& workspace, const std::string& question, Arguments& arguments) {
  const uint64_t handle = arguments.number("trace", 0);
  if (question == "open") {
    OpenOptions options;
    if (arguments.flag("followWeak")) options.weak = WeakReferences::kKeepAlive;
    options.threads = Threads(static_cast<unsigned>(arguments.number("threads", 0)));
    options.cacheFolder = arguments.text("cache", "");
    options.mostCacheBytes = arguments.number("mostCacheBytes", options.mostCacheBytes);
    return openWork(traces, arguments.texts("paths"), options);
  }
  if (question == "close") return closeWork(traces, handle);
  if (question == "info") {
    return ofTrace(traces, handle,
                   [asked = infoQuestion(arguments)](OpenedTrace& t, Progress& p) { return t.info(asked, p); });
  }
  if (question == "timeline") return ofTrace(traces, handle, [](OpenedTrace& t, Progress& p) { return t.timeline(p); });
  if (question == "heap") {
    return ofTrace(traces, handle,
                   [asked = heapQuestion(arguments)](OpenedTrace& t, Progress& p) { return t.heap(asked, p); });
  }
  if (question == "sizes") {
    return ofTrace(traces, handle,
                   [asked = sizesQuestion(arguments)](OpenedTrace& t, Progress& p) { return t.sizes(asked, p); });
  }
  if (question == "structures") {
    return ofTrace(traces, handle, [asked = structuresQuestion(arguments)](OpenedTrace& t, Progress& p) {
      return t.structures(asked, p);
    });
  }
  if (question == "growth") {
    return ofTrace(traces, handle,
                   [asked = growthQuestion(arguments)](OpenedTrace& t, Progress& p) { return t.growth(asked, p); });
  }
  if (question == "growthOf") {
    return ofTrace(traces, handle,
                   [asked = growthOfQuestion(arguments)](OpenedTrace& t, Progress& p) { return t.growthOf(asked, p); });
  }
  if (question == "growthTree") {
    return ofTrace(traces, handle, [asked = growthTreeQuestion(arguments)](OpenedTrace& t, Progress& p) {
      return t.growthTree(asked, p);
    });
  }
  if (question == "inferred") {
    return ofTrace(traces, handle,
                   [asked = windowQuestion(arguments)](OpenedTrace& t, Progress& p) { return t.inferred(asked, p); });
  }
  if (question == "describe") {
    return ofTrace(traces, handle,
                   [texts = DescriptionTexts{arguments.flag("shipped", true), arguments.files("files")}](
                       OpenedTrace& t, Progress&) { return t.describeStructures(texts); });
  }
  if (question == "inspect") {
    return ofTrace(traces, handle,
                   [asked = inspectQuestion(arguments)](OpenedTrace& t, Progress& p) { return t.inspect(asked, p); });
  }
  if (question == "proposal") {
    const std::string at = arguments.text("at", std::string(kSuggestedPoint));
    return ofTrace(traces, handle, [at, type = arguments.text("type", "")](OpenedTrace& t, Progress& p) {
      return t.proposal(at, type, p);
    });
  }
  if (question == "knownTypes") {
    const std::string at = arguments.text("at", std::string(kSuggestedPoint));
    return knownTypesWork(traces, handle, at, arguments.text("name", "the trace"), workspace);
  }
  if (question == "store") return ofTrace(traces, handle, [](OpenedTrace& t, Progress& p) { return t.store(p); });
  return failing({ErrorKind::kUsage, "there is no question \"" + question + "\""});
}

Napi::Value ask(const Napi::CallbackInfo& info, const Traces& traces, const Workspace& workspace) {
  const Napi::Env env = info.Env();
  if (info.Length() < 2 || !info[0].IsString() || !info[1].IsObject() ||
      (info.Length() > 2 && !info[2].IsFunction() && !info[2].IsUndefined())) {
    Napi::TypeError::New(env, "expected ask(question: string, arguments: object, onProgress?: function)")
        .ThrowAsJavaScriptException();
    return env.Undefined();
  }
  Arguments arguments(info[1].As<Napi::Object>());
  Work work = workFor(traces, workspace, info[0].As<Napi::String>(), arguments);
  if (arguments.problem()) work = failing(*arguments.problem());
  const bool reports = info.Length() > 2 && info[2].IsFunction();
  return start(env, std::move(work), reports ? info[2].As<Napi::Function>() : Napi::Function());
}

Napi::Object initialise(Napi::Env env, Napi::Object exports) {
  const auto traces = std::make_shared<OpenTraces>();
  const auto workspace = std::make_shared<LanguageWorkspace>();
  exportLanguage(env, exports, workspace);
  exports.Set("version", HEAPTRAIL_VERSION);
  exports.Set(
      "ask",
      Napi::Function::New(
          env, [traces, workspace](const Napi::CallbackInfo& info) { return ask(info, traces, workspace); }, "ask"));
  return exports;
}

}  // namespace

NODE_API_MODULE(heaptrail, initialise)

}  // namespace heaptrail::addon
