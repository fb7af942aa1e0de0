import io.netty.buffer.*;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.group.*;
import io.netty.handler.codec.DefaultHeaders;
import io.netty.handler.codec.UnsupportedValueConverter;
import io.netty.util.*;
import io.netty.util.collection.*;
import io.netty.util.concurrent.*;
import io.netty.util.internal.*;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** Netty 4.1. */
class Netty extends KnownLibraries {
  static class Task implements TimerTask {
    @Override public void run(Timeout timeout) {}
  }

  static class Queued extends Key implements PriorityQueueNode {
    private int place = INDEX_NOT_IN_QUEUE;

    Queued(int id) { super(id); }

    @Override public int priorityQueueIndex(DefaultPriorityQueue<?> queue) { return place; }
    @Override public void priorityQueueIndex(DefaultPriorityQueue<?> queue, int index) { place = index; }
  }

  static void keepAll(int n) throws Exception {
    timer(n);
    attributes(n);
    collections(n);
    buffers(n);
    channels(n);
    recycler(n);
  }

  private static void timer(int n) throws Exception {
    next();
    HashedWheelTimer timer = new HashedWheelTimer(new DefaultThreadFactory("timer", true), 1, TimeUnit.MILLISECONDS);
    for (int i = 0; i < n; i++) timer.newTimeout(new Task(), 1, TimeUnit.DAYS);
    // Until they are in the wheel.
    Thread.sleep(300);
    keep("HashedWheelTimer", n, timer, 0, 0, also(n, "Netty$Task"));
  }

  private static void attributes(int n) {
    next();
    DefaultAttributeMap attributes = new DefaultAttributeMap();
    for (int i = 0; i < n; i++) attributes.attr(AttributeKey.valueOf("attribute " + i)).set(new Value());
    keep("DefaultAttributeMap", n, attributes, 0, n);
  }

  private static void collections(int n) {
    next();
    IntObjectHashMap<Value> ints = new IntObjectHashMap<>();
    for (int i = 0; i < n; i++) ints.put(i, new Value());
    keep("IntObjectHashMap", n, ints, 0, n);
    next();
    LongObjectHashMap<Value> longs = new LongObjectHashMap<>();
    for (int i = 0; i < n; i++) longs.put(i, new Value());
    keep("LongObjectHashMap", n, longs, 0, n);
    next();
    DefaultPriorityQueue<Queued> queue = new DefaultPriorityQueue<>((one, other) -> one.compareTo(other), 11);
    for (int i = 0; i < n; i++) queue.add(new Queued(i));
    keep("DefaultPriorityQueue", n, queue, 0, 0, also(n, "Netty$Queued"));
    next();
    Queue<Key> shared = PlatformDependent.newMpscQueue();
    for (int i = 0; i < n; i++) shared.add(new Key(i));
    keep("queue of many producers", n, shared, n, 0);
    next();
    Queue<Key> fixed = PlatformDependent.newFixedMpscQueue(1 << 10);
    for (int i = 0; i < n; i++) fixed.add(new Key(i));
    keep("queue of fixed size", n, fixed, n, 0);
    next();
    DefaultHeaders<Key, Value, ?> headers = new DefaultHeaders<>(UnsupportedValueConverter.<Value>instance());
    for (int i = 0; i < n; i++) headers.add(new Key(i), new Value());
    keep("DefaultHeaders", n, headers, n, n);
  }

  private static void buffers(int n) throws Exception {
    if (n > 7) return;
    next();
    PooledByteBufAllocator allocator = new PooledByteBufAllocator(false, 1, 0, 8192, 1, 0, 0, 0, false);
    for (int i = 0; i < n; i++) HELD.add(allocator.heapBuffer(16_384, 16_384));
    // The memory of each chunk, and two maps of what is in use.
    keep("PooledByteBufAllocator", n, allocator, 0, 0, also(3 * n, "byte[]"));
  }

  private static void channels(int n) {
    next();
    ChannelGroup group = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);
    for (int i = 0; i < n; i++) group.add(new EmbeddedChannel(DefaultChannelId.newInstance()));
    keep("ChannelGroup", n, group, 0, 0, also(n, "io.netty.channel.DefaultChannelId"));
    next();
    EmbeddedChannel channel = new EmbeddedChannel();
    for (int i = 0; i < n; i++) channel.write(Unpooled.wrappedBuffer(new byte[8]));
    keep("ChannelOutboundBuffer", n, channel.unsafe().outboundBuffer(), 0, 0, also(n, "io.netty.buffer.UnpooledHeapByteBuf"));
  }

  private static void recycler(int n) throws Exception {
    next();
    Recycler<Pooled> recycler = new Recycler<>() {
      @Override protected Pooled newObject(Handle<Pooled> handle) { return new Pooled(handle); }
    };
    Pooled[] used = new Pooled[n];
    for (int i = 0; i < n; i++) used[i] = recycler.get();
    Thread other = new Thread(() -> {
      for (int i = 0; i < n / 2; i++) used[i].handle.recycle(used[i]);
    });
    other.start();
    other.join();
    for (int i = n / 2; i < n; i++) used[i].handle.recycle(used[i]);
    var threadLocal = Recycler.class.getDeclaredField("threadLocal");
    threadLocal.setAccessible(true);
    Object stack = ((FastThreadLocal<?>) threadLocal.get(recycler)).get();
    keep("Recycler", n, stack, 0, 0, also(inStack(stack) + fromOthers(stack), "Netty$Pooled"));
  }

  private static int inStack(Object stack) throws ReflectiveOperationException {
    return (Integer) field(stack, stack.getClass(), "size");
  }

  /** Of one other thread, in all links that it filled. It drops most of them. */
  private static int fromOthers(Object stack) throws ReflectiveOperationException {
    Object queue = field(stack, stack.getClass(), "head");
    if (queue == null) return 0;
    Object first = field(queue, queue.getClass(), "head");
    int all = 0;
    for (Object link = field(first, first.getClass(), "link"); link != null; link = field(link, link.getClass(), "next")) {
      all += ((java.util.concurrent.atomic.AtomicInteger) link).get();
    }
    return all;
  }

  private static Object field(Object of, Class<?> declares, String name) throws ReflectiveOperationException {
    var field = declares.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }

  static class Pooled {
    final Recycler.Handle<Pooled> handle;

    Pooled(Recycler.Handle<Pooled> handle) { this.handle = handle; }
  }
}
