// The three forms of what threads keep alive.
#include <fmt/format.h>

#include "answer/shared/write_objects.h"
#include "answer/shared/write_parts.h"
#include "answer/threads/threads_question.h"
#include "text/csv.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

void writeFrameRow(JsonWriter& json, const ThreadsAnswer::FrameRow& row) {
  json.beginObject().key("frame");
  if (row.frame) {
    writeFrame(json, *row.frame);
  } else {
    json.null();
  }
  writeSize(json, "retained", row.retained);
  json.member("allVariables", row.allVariables).key("variables").beginArray();
  for (const ThreadsAnswer::Variable& variable : row.variables) {
    json.beginObject().member("kind", variable.kind).member("label", variable.label);
    if (variable.slot) json.member("slot", *variable.slot);
    json.key("object");
    writeObject(json, variable.object);
    json.endObject();
  }
  json.endArray().endObject();
}

std::string jsonOf(const ThreadsAnswer& answer) {
  JsonWriter json = beginAnswer();
  json.key("point");
  writePoint(json, answer.point);
  json.member("values", toString(answer.values)).memberIfAny("valuesProblem", answer.valuesProblem);
  json.member("totalThreads", answer.totalThreads).key("threads").beginArray();
  for (const ThreadsAnswer::Thread& thread : answer.threads) {
    json.beginObject().member("name", thread.name);
    if (thread.object) {
      json.key("object");
      writeObject(json, *thread.object);
    }
    writeSize(json, "retained", thread.retained);
    json.key("frames").beginArray();
    for (const ThreadsAnswer::FrameRow& row : thread.frames) writeFrameRow(json, row);
    json.endArray().member("allThreadLocals", thread.allThreadLocals).key("threadLocals").beginArray();
    for (const ThreadsAnswer::ThreadLocal& local : thread.threadLocals) {
      json.beginObject().member("name", local.name);
      if (!local.field.empty()) json.member("class", local.className).member("field", local.field);
      json.key("object");
      writeObject(json, local.object);
      json.endObject();
    }
    json.endArray().endObject();
  }
  json.endArray();
  writeWarnings(json, answer.warnings);
  return endAnswer(std::move(json));
}

std::string frameName(const ThreadsAnswer::FrameRow& row) {
  return row.frame ? frameText(*row.frame) : "(held outside of frames)";
}

uint64_t retainedBytes(const ObjectAnswer& object) { return object.retained.value_or(Size{}).bytes; }

std::string csvOf(const ThreadsAnswer& answer) {
  std::string text = "thread,frame,variable,id,type,retainedObjects,retainedBytes\n";
  const auto add = [&](const std::string& thread, const std::string& frame, const std::string& variable,
                       const ObjectAnswer& object) {
    const Size retained = object.retained.value_or(Size{});
    text += fmt::format("{},{},{},{},{},{},{}\n", csvField(thread), csvField(frame), csvField(variable),
                        idText(object.id), csvField(object.type), retained.objects, retained.bytes);
  };
  for (const ThreadsAnswer::Thread& thread : answer.threads) {
    for (const ThreadsAnswer::FrameRow& row : thread.frames) {
      for (const ThreadsAnswer::Variable& variable : row.variables) {
        add(thread.name, frameName(row), variable.slot ? fmt::format("variable {}", *variable.slot) : variable.label,
            variable.object);
      }
    }
    for (const ThreadsAnswer::ThreadLocal& local : thread.threadLocals) add(thread.name, "", local.name, local.object);
  }
  return text;
}

void addObject(std::string& text, const ObjectAnswer& object, const std::string& name) {
  text += fmt::format("{:>17}       {}: {}\n", groupedDigits(retainedBytes(object)), name, objectText(object));
}

void addMore(std::string& text, uint64_t all, uint64_t shown) {
  if (all > shown) text += fmt::format("{:>17}       {} more\n", "", groupedDigits(all - shown));
}

std::string textOf(const ThreadsAnswer& answer) {
  std::string text = pointLine(answer.point, answer.among);
  text += fmt::format("{:>17}  Thread, its frames, what these hold\n", "Retained");
  for (const ThreadsAnswer::Thread& thread : answer.threads) {
    text += fmt::format("{:>17}  \"{}\"{}, {} of the heap\n", groupedDigits(thread.retained.bytes), thread.name,
                        thread.object ? ' ' + objectText(*thread.object) : "",
                        percent(thread.retained.bytes, answer.point.size.bytes));
    for (const ThreadsAnswer::FrameRow& row : thread.frames) {
      text += fmt::format("{:>17}    at {}\n", row.allVariables > 0 ? groupedDigits(row.retained.bytes) : "",
                          frameName(row));
      for (const ThreadsAnswer::Variable& variable : row.variables) {
        addObject(text, variable.object, variable.slot ? fmt::format("variable {}", *variable.slot) : variable.label);
      }
      addMore(text, row.allVariables, row.variables.size());
    }
    if (thread.allThreadLocals > 0) text += fmt::format("{:>17}    thread locals\n", "");
    for (const ThreadsAnswer::ThreadLocal& local : thread.threadLocals) addObject(text, local.object, local.name);
    addMore(text, thread.allThreadLocals, thread.threadLocals.size());
  }
  const uint64_t left = answer.totalThreads - answer.threads.size();
  text += fmt::format("{}{}\n", counted(answer.totalThreads, "thread"),
                      left > 0 ? fmt::format(" ({} not shown: --top 0 shows all)", groupedDigits(left)) : "");
  return text;
}

}  // namespace

std::string write(const ThreadsAnswer& answer, Form form) {
  return form == Form::kJson ? jsonOf(answer) : form == Form::kCsv ? csvOf(answer) : textOf(answer);
}

}  // namespace heaptrail
