// From where a walk must not go on to virtual threads.
#include "recorder/threads_in_making.h"

#include <gtest/gtest.h>

namespace heaptrail::recorder {
namespace {

constexpr uint32_t kVirtualThread = 11;
constexpr uint32_t kTask = 12;
constexpr uint32_t kOther = 13;

ThreadsInMaking someThreads() {
  ThreadsInMaking threads;
  threads.named("Ljava/lang/VirtualThread;", kVirtualThread);
  threads.named("Ljava/lang/VirtualThread$VThreadContinuation$1;", kTask);
  threads.named("La/Session;", kOther);
  return threads;
}

TEST(ThreadsInMaking, AreOnStacksAndInTheFirstPartOfTheirContinuation) {
  const ThreadsInMaking threads = someThreads();
  EXPECT_TRUE(threads.mayLead(JVMTI_HEAP_REFERENCE_STACK_LOCAL, 0, kVirtualThread));
  EXPECT_TRUE(threads.mayLead(JVMTI_HEAP_REFERENCE_JNI_LOCAL, 0, kVirtualThread));
  EXPECT_TRUE(threads.mayLead(JVMTI_HEAP_REFERENCE_FIELD, kTask, kVirtualThread));
  EXPECT_TRUE(threads.mayLead(JVMTI_HEAP_REFERENCE_FIELD, 0, kVirtualThread)) << "of a class that was just loaded";
}

TEST(ThreadsInMaking, WhatElseRefersToThreadsRefersToMadeOnes) {
  const ThreadsInMaking threads = someThreads();
  EXPECT_FALSE(threads.mayLead(JVMTI_HEAP_REFERENCE_FIELD, kOther, kVirtualThread));
  EXPECT_FALSE(threads.mayLead(JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT, kOther, kVirtualThread));
  EXPECT_FALSE(threads.mayLead(JVMTI_HEAP_REFERENCE_THREAD, 0, kVirtualThread));
  EXPECT_FALSE(threads.mayLead(JVMTI_HEAP_REFERENCE_STACK_LOCAL, 0, kOther));
}

TEST(ThreadsInMaking, AreNoneWhereAJvmHasNoVirtualThreads) {
  EXPECT_FALSE(ThreadsInMaking().mayLead(JVMTI_HEAP_REFERENCE_STACK_LOCAL, 0, 0));
}

TEST(ThreadsInMaking, ConcernThoseClassesAlone) {
  EXPECT_TRUE(ThreadsInMaking::concerns("Ljava/lang/VirtualThread;"));
  EXPECT_TRUE(ThreadsInMaking::concerns("Ljava/lang/VirtualThread$VThreadContinuation$1;"));
  EXPECT_FALSE(ThreadsInMaking::concerns("Ljava/lang/VirtualThreads;"));
  EXPECT_FALSE(ThreadsInMaking::concerns("Ljava/lang/Thread;"));
}

}  // namespace
}  // namespace heaptrail::recorder
