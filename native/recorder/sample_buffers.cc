#include "recorder/sample_buffers.h"

#include <algorithm>

namespace heaptrail::recorder {

namespace {

struct OwnBuffer {
  const SampleBuffers* owner = nullptr;
  std::shared_ptr<SampleBuffer> buffer;

  OwnBuffer() = default;
  ~OwnBuffer() {
    if (buffer) buffer->end();
    buffer = nullptr;  // a thread may allocate even while its own are destroyed
  }
  OwnBuffer(const OwnBuffer&) = delete;
  OwnBuffer& operator=(const OwnBuffer&) = delete;
};

}  // namespace

SampleBuffer& SampleBuffers::ofThisThread() {
  static thread_local OwnBuffer own;
  if (!own.buffer || own.owner != this) {
    if (own.buffer) own.buffer->end();
    own.owner = this;
    own.buffer = std::make_shared<SampleBuffer>();
    const std::lock_guard lock(mutex_);
    buffers_.push_back(own.buffer);
  }
  return *own.buffer;
}

std::vector<Sample> SampleBuffers::take() {
  const std::lock_guard lock(mutex_);
  std::vector<Sample> all;
  std::erase_if(buffers_, [&](const std::shared_ptr<SampleBuffer>& buffer) {
    const bool ended = buffer->ended();  // asked first: nothing follows then
    const std::vector<Sample> some = buffer->take();
    all.insert(all.end(), some.begin(), some.end());
    if (ended) ofEnded_ += buffer->sums();
    return ended;
  });
  return all;
}

SampleSums SampleBuffers::sums() {
  const std::lock_guard lock(mutex_);
  SampleSums all = ofEnded_;
  for (const std::shared_ptr<SampleBuffer>& buffer : buffers_) all += buffer->sums();
  return all;
}

}  // namespace heaptrail::recorder
