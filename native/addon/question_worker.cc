#include "addon/question_worker.h"

#include <new>
#include <thread>

namespace heaptrail::addon {

namespace {

/// Lives until the promise is settled; shared with the `cancel` function, which may be called later still.
struct Job {
  Job(Napi::Env env, Work theWork, bool reports)
      : deferred(Napi::Promise::Deferred::New(env)), work(std::move(theWork)), progress(listener(reports)) {}

  Progress::Listener listener(bool reports) {
    if (!reports) return {};
    return [this](const ProgressReport& report) {
      auto* copy = new ProgressReport(report);
      const napi_status sent =
          channel.NonBlockingCall(copy, [](Napi::Env callEnv, Napi::Function callback, ProgressReport* data) {
            const std::unique_ptr<ProgressReport> received(data);
            const Napi::Object argument = Napi::Object::New(callEnv);
            argument.Set("phase", received->phase);
            argument.Set("done", received->done);
            callback.Call({argument});
          });
      if (sent != napi_ok) delete copy;
    };
  }

  void run() {
    try {
      answer = work(progress);
    } catch (const std::bad_alloc&) {
      answer = std::unexpected(
          Error{ErrorKind::kMemory,
                "There is too little memory for this trace. Close other programs, or use a larger machine."});
    } catch (const std::exception& problem) {
      answer = std::unexpected(Error{ErrorKind::kInternal, problem.what()});
    }
  }

  void settle(Napi::Env env) {
    if (answer) {
      deferred.Resolve(Napi::String::New(env, *answer));
    } else {
      deferred.Reject(toJavaScript(env, answer.error()));
    }
  }

  Napi::Promise::Deferred deferred;
  Work work;
  Napi::ThreadSafeFunction channel;
  Progress progress;
  Result<std::string> answer = std::unexpected(Error{});
};

}  // namespace

Napi::Value toJavaScript(Napi::Env env, const Error& error) {
  Napi::Object object = Napi::Error::New(env, error.message).Value();
  object.Set("kind", std::string(toString(error.kind)));
  if (error.where) {
    const Napi::Object where = Napi::Object::New(env);
    where.Set("file", error.where->file);
    if (error.where->offset) where.Set("offset", static_cast<double>(*error.where->offset));
    object.Set("where", where);
  }
  return object;
}

Napi::Object start(Napi::Env env, Work work, Napi::Function onProgress) {
  const bool reports = !onProgress.IsEmpty();
  auto job = std::make_shared<Job>(env, std::move(work), reports);
  // A thread-safe function needs some JavaScript function even where nobody listens.
  const Napi::Function callback = reports ? onProgress : Napi::Function::New(env, [](const Napi::CallbackInfo&) {});
  job->channel = Napi::ThreadSafeFunction::New(env, callback, "heaptrail question", 0, 1);
  Napi::Object handle = Napi::Object::New(env);
  handle.Set("promise", job->deferred.Promise());
  handle.Set("cancel", Napi::Function::New(env, [job](const Napi::CallbackInfo&) { job->progress.cancel(); }));
  std::thread([job] {
    job->run();
    // The loop's thread gets the answer through the same queue as the reports before it, so it comes last.
    auto* last = new std::shared_ptr<Job>(job);
    const napi_status sent =
        job->channel.BlockingCall(last, [](Napi::Env callEnv, Napi::Function, std::shared_ptr<Job>* data) {
          const std::unique_ptr<std::shared_ptr<Job>> received(data);
          (*received)->settle(callEnv);
        });
    if (sent != napi_ok) delete last;  // the loop is gone, and so is whoever waited
    job->channel.Release();
  }).detach();
  return handle;
}

}  // namespace heaptrail::addon
