// The written forms of objects, what holds them, and paths to them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "answer/shared/object_answers.h"
#include "text/json_writer.h"

namespace heaptrail {

void writeObject(JsonWriter& json, const ObjectAnswer& object);
void writeHolder(JsonWriter& json, const HolderAnswer& holder);
void writePath(JsonWriter& json, const PathAnswer& path);

/// `java.lang.Object[16] @ 0x7f0a31c8`.
std::string objectText(const ObjectAnswer& object);
/// How old it is and where it lies; empty where the trace does not tell.
std::string ageText(const ObjectAnswer& object);
/// `static com.example.Cache.entries`, `Java local variable of thread "main", in …`.
std::string holderText(const HolderAnswer& holder);
/// A line for each step. Of steps that come again and again, as through a list of nodes, the first and the last are
/// told, and how many lie between.
std::string stepsText(std::span<const PathAnswer::Step> steps, std::string_view indent);
/// How a step leaves the object before it: `.field`, `[*]`.
std::string viaText(const std::string& via);

}  // namespace heaptrail
