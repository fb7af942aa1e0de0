#include "trace/recording/recording_builder.h"

#include <stdexcept>
#include <utility>

namespace heaptrail::test {

using namespace recording;

RecordingBuilder::RecordingBuilder(bool staticIndexesCountInherited) {
  auto writer = ChunkWriter::create(folder_ / "test.heaptrail");
  if (!writer) throw std::runtime_error(writer.error().describe());
  writer_ = std::move(*writer);
  StartRecord start;
  start.jvm = "Test VM";
  start.version = "17.0.1+2";
  start.startMillis = 1'700'000'000'000;
  start.sites = RecordedSites::kSampled;
  start.sampleBytes = 4096;
  start.arrays.base.fill(16);
  start.staticIndexesCountInherited = staticIndexesCountInherited;
  writer_->add(ChunkKind::kStart, kNoPoint, start.write());
}

uint32_t RecordingBuilder::type(uint64_t classObject, std::string signature, uint64_t superclass,
                                std::vector<FieldSymbol> fields, std::vector<uint64_t> interfaces) {
  return symbols.type({classObject, std::move(signature), superclass, {}, std::move(interfaces), std::move(fields)});
}

PointEncoder& RecordingBuilder::beginPoint(double seconds, Trigger trigger) {
  ++point_;
  PointBeginRecord begin;
  begin.at = static_cast<uint64_t>(seconds * 1e9);
  begin.trigger = trigger;
  writer_->add(ChunkKind::kPointBegin, point_, begin.write());
  encoder_ = std::make_unique<PointEncoder>(*writer_, point_);
  return *encoder_;
}

void RecordingBuilder::endPoint(uint64_t bytes, std::vector<uint32_t> frames, std::vector<uint32_t> threads,
                                std::vector<PointEndRecord::Pool> pools) {
  encoder_->finish();
  writeSymbols();
  PointEndRecord end;
  end.objects = encoder_->objects();
  end.references = encoder_->references();
  end.bytes = bytes;
  end.frames = std::move(frames);
  end.threads = std::move(threads);
  end.pools = std::move(pools);
  writer_->add(ChunkKind::kPointEnd, point_, end.write());
}

void RecordingBuilder::lightPoint(double seconds, const CountsRecord& counts) {
  beginPoint(seconds);
  writer_->add(ChunkKind::kCounts, point_, counts.write());
  writeSymbols();
  PointEndRecord end;
  for (const CountsRecord::Group& group : counts.groups) {
    end.objects += group.objects;
    end.bytes += group.bytes;
  }
  for (const CountsRecord::Arc& arc : counts.arcs) end.references += arc.references;
  writer_->add(ChunkKind::kPointEnd, point_, end.write());
}

void RecordingBuilder::uses(const UsesRecord& record) {
  writeSymbols();
  writer_->add(ChunkKind::kUses, kNoPoint, record.write());
}

void RecordingBuilder::writeSymbols() { writer_->add(ChunkKind::kSymbols, kNoPoint, symbols.take()); }

void RecordingBuilder::collection(const CollectionRecord& record) {
  writeSymbols();
  PayloadWriter payload;
  record.write(payload);
  writer_->add(ChunkKind::kCollections, kNoPoint, payload.take());
}

std::vector<uint8_t> RecordingBuilder::unfinished() {
  if (const Status written = writer_->flush(); !written) throw std::runtime_error(written.error().describe());
  return contentOf(writer_->path());
}

std::vector<uint8_t> RecordingBuilder::finished() {
  if (const Status written = writer_->finish(); !written) throw std::runtime_error(written.error().describe());
  return contentOf(writer_->path());
}

}  // namespace heaptrail::test
