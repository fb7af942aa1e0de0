import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A heap of everything that a reader of heap dumps can get wrong, in known numbers.
 *
 * <p>It prints {@code holds CLASS COUNT} for the live objects of its own classes, then {@code READY}, and waits until its standard
 * input closes. Objects that only weak or phantom references still point to are not counted: they do not survive a collection.
 * Compiled for Java 17; what newer JVMs have (virtual threads) is used through reflection when it is there.
 */
public class KnownHeap {
  private static final Map<String, Integer> HELD = new TreeMap<>();
  private static final List<Object> KEPT = new ArrayList<>();
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  public static void main(String[] arguments) throws Exception {
    arrays();
    layouts();
    codeWithObjects();
    references();
    threads();
    loaders();
    strings();
    Statics.objectStatic = kept(new Element());
    HELD.forEach((type, count) -> System.out.println("holds " + type + " " + count));
    System.out.println("READY");
    waitForEndOfInput();
  }

  private static void waitForEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // Whoever started this program keeps its input open for as long as the heap is of interest.
    }
  }

  /** Keeps the object alive through a static list and counts it under its class. */
  private static <T> T kept(T object) {
    KEPT.add(object);
    return counted(object);
  }

  /** Counts objects of this program's own classes: only of those does it know all. */
  private static <T> T counted(T object) {
    String type = object.getClass().getTypeName();
    if (type.startsWith(KnownHeap.class.getName())) {
      synchronized (HELD) {
        HELD.merge(type, 1, Integer::sum);
      }
    }
    return object;
  }

  // Arrays: each primitive type, lengths around the alignment, rows of rows, and one that is large for every collector.

  static class Element {}

  private static void arrays() {
    Class<?>[] types = {boolean.class, char.class, float.class, double.class, byte.class, short.class, int.class, long.class};
    int[] lengths = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 100, 1_000};
    for (Class<?> type : types) {
      for (int length : lengths) {
        KEPT.add(Array.newInstance(type, length));
      }
    }
    for (int length : lengths) {
      Element[] row = kept(new Element[length]);
      for (int i = 0; i < length; i += 2) {
        row[i] = counted(new Element());
      }
    }
    Element[][][] cube = kept(new Element[3][4][5]);
    for (Element[][] plane : cube) {
      counted(plane);
      for (Element[] row : plane) {
        counted(row);
      }
    }
    KEPT.add(new long[3_000_000]);
    KEPT.add(new byte[20_000_001]);
    kept(new Element[2_000_000]);
  }

  // Field layout: the JVM fills gaps that a superclass left, puts large fields first, and packs references together.

  static class OneByte { byte a; }
  static class LongAfterByte extends OneByte { long b; }
  static class FillsTheGap extends LongAfterByte { boolean c; short d; Object e = this; }
  static class OneInt { int a; }
  static class LongAfterInt extends OneInt { long b; }
  static class IntAfterLong extends LongAfterInt { int c; }
  static class ReferenceLast extends IntAfterLong { Object d = this; boolean e; }
  static class Booleans { boolean a; boolean b; boolean c; boolean d; boolean e; }
  static class BooleansAndMore extends Booleans { double f; boolean g; char h; float i; Object j; }
  static class References { Object a; Object b; Object c; }
  static class OneMoreReference extends References { Object d; byte e; }
  static class NothingOwn extends OneMoreReference {}
  static class ByteAfterNothing extends NothingOwn { byte f; }
  static class AllTypes { boolean a; char b; float c; double d; byte e; short f; int g; long h; Object i = "i"; }
  static class AllTypesTwice extends AllTypes { boolean j; char k; float l; double m; byte n; short o; int p; long q; Object r = "r"; }
  static class AllTypesOdd extends AllTypesTwice { byte s; }

  private static void layouts() {
    List<Supplier<Object>> makers = List.of(Element::new, OneByte::new, LongAfterByte::new, FillsTheGap::new, OneInt::new,
        LongAfterInt::new, IntAfterLong::new, ReferenceLast::new, Booleans::new, BooleansAndMore::new, References::new,
        OneMoreReference::new, NothingOwn::new, ByteAfterNothing::new, AllTypes::new, AllTypesTwice::new, AllTypesOdd::new);
    int copies = 10;
    for (Supplier<Object> maker : makers) {
      for (int i = 0; i < copies; i++) {
        kept(maker.get());
      }
      copies++;
    }
  }

  // Classes as the compiler and the JVM make them: inner, anonymous, enum with bodies, record, lambda, hidden.

  class Inner {
    class Innermost { long id = 1; }
  }

  enum Colour {
    RED, GREEN { @Override int mix() { return 2; } }, BLUE;
    int mix() { return 1; }
  }

  record Point(int x, double y, String name) {}

  /** The bytes of this class also become a hidden class. */
  static class Hideable {
    Object self = this;
    int number = 7;
  }

  private static void codeWithObjects() throws Exception {
    KnownHeap outer = kept(new KnownHeap());
    for (int i = 0; i < 5; i++) {
      Inner inner = kept(outer.new Inner());
      kept(inner.new Innermost());
      kept(new Point(i, i, "p" + i));
      int captured = i;
      KEPT.add((Supplier<Object>) () -> captured + outer.hashCode());
      KEPT.add(new Object() { final int anonymous = captured; });
    }
    EnumMap<Colour, Integer> mixed = kept(new EnumMap<>(Colour.class));
    for (Colour colour : Colour.values()) {
      counted(colour);
      mixed.put(colour, colour.mix());
    }
    Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytesOf(Hideable.class), true).lookupClass();
    for (int i = 0; i < 6; i++) {
      KEPT.add(hidden.getDeclaredConstructor().newInstance());
    }
    KEPT.add(Array.newInstance(hidden, 3));
    kept(new Hideable());
  }

  private static byte[] bytesOf(Class<?> type) throws IOException {
    try (InputStream in = KnownHeap.class.getResourceAsStream(type.getName() + ".class")) {
      return in.readAllBytes();
    }
  }

  // References: live and dead referents of each kind. What only weak and phantom references hold is gone after a collection.

  static class Referent {}
  static class OnlySoftly {}
  static class OnlyWeakly {}
  static class OnlyPhantom {}
  static class KnownWeak extends WeakReference<Object> {
    KnownWeak(Object referent) { super(referent); }
  }

  /** The first of these keeps the finalizer thread busy for ever; the others wait in its queue and stay reachable from it. */
  @SuppressWarnings("removal")
  static class Finalized {
    Object payload = new int[1];
    @Override protected void finalize() { LockSupport.park(NEVER); awaitForEver(); }
  }

  private static void references() {
    ReferenceQueue<Object> queue = kept(new ReferenceQueue<>());
    for (int i = 0; i < 20; i++) {
      kept(new KnownWeak(kept(new Referent())));
      kept(new KnownWeak(new OnlyWeakly()));
      KEPT.add(new WeakReference<>(new OnlyWeakly(), queue));
      KEPT.add(new SoftReference<>(counted(new OnlySoftly())));
      KEPT.add(new PhantomReference<>(new OnlyPhantom(), queue));
      KEPT.add(new PhantomReference<>(kept(new Referent()), queue));
      kept(new Finalized());
    }
    for (int i = 0; i < 20; i++) {
      counted(new Finalized());
    }
    System.gc();
  }

  private static void awaitForEver() {
    while (true) {
      try {
        NEVER.await();
      } catch (InterruptedException ignored) {
        // Nobody interrupts for a reason here.
      }
    }
  }

  // Threads: objects that only a local variable holds, thread locals, monitors, padded (contended) JDK classes, virtual threads.

  static class HeldByLocal { Object[] more = {new Element(), null, this}; }
  static class HeldByThreadLocal {}
  static class Monitor {}

  private static void threads() throws Exception {
    CountDownLatch running = new CountDownLatch(5);
    ThreadLocal<HeldByThreadLocal> local = kept(new ThreadLocal<>());
    for (int i = 0; i < 3; i++) {
      Thread worker = new Thread(() -> {
        HeldByLocal[] mine = counted(new HeldByLocal[] {new HeldByLocal(), new HeldByLocal()});
        for (HeldByLocal held : mine) {
          counted(held);
          counted(held.more[0]);
        }
        local.set(counted(new HeldByThreadLocal()));
        synchronized (counted(new Monitor())) {
          running.countDown();
          awaitForEver();
        }
        System.out.println(mine.length);
      }, "worker " + i);
      worker.setDaemon(true);
      worker.start();
    }
    Exchanger<Object> exchanger = kept(new Exchanger<>());
    Thread exchanging = new Thread(() -> {
      try {
        running.countDown();
        exchanger.exchange("never taken");
      } catch (InterruptedException ignored) {
        // Ends with the program.
      }
    }, "exchanging");
    exchanging.setDaemon(true);
    exchanging.start();
    ForkJoinPool.commonPool().execute(() -> {
      running.countDown();
      awaitForEver();
    });
    virtualThreads();
    running.await();
  }

  static class HeldByVirtualThread {}

  private static void virtualThreads() throws Exception {
    if (Runtime.version().feature() < 21) {
      return;
    }
    CountDownLatch running = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      Runnable body = () -> {
        HeldByVirtualThread mine = counted(new HeldByVirtualThread());
        running.countDown();
        awaitForEver();
        System.out.println(mine);
      };
      Thread virtual = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
      KEPT.add(virtual);
    }
    running.await();
    Thread.sleep(50);
  }

  // Loaders: three classes of the same name, each with objects and a static field of its own.

  static class SameName {
    static Object perLoader = new SameName();
    long[] data = new long[4];
  }

  static class KnownLoader extends ClassLoader {
    KnownLoader() { super(null); }

    @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
      try {
        byte[] bytes = bytesOf(SameName.class);
        return defineClass(SameName.class.getName(), bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private static void loaders() throws Exception {
    counted(SameName.perLoader);
    kept(new SameName());
    for (int loader = 0; loader < 2; loader++) {
      Class<?> same = Class.forName(SameName.class.getName(), true, kept(new KnownLoader()));
      counted(new SameName());
      var constructor = same.getDeclaredConstructor();
      constructor.setAccessible(true);
      for (int i = 0; i < 3; i++) {
        kept(constructor.newInstance());
      }
    }
  }

  // Strings: interned and kept, interned and forgotten, Latin-1 and UTF-16.

  static class Statics {
    static boolean booleanStatic = true;
    static char charStatic = '\u2203';
    static float floatStatic = 1.5f;
    static double doubleStatic = -2.25;
    static byte byteStatic = -1;
    static short shortStatic = 12_345;
    static int intStatic = 0xCAFEBABE;
    static long longStatic = 0x0123456789ABCDEFL;
    static Object objectStatic;
    static Object nullStatic;
    static final String CONSTANT = "a constant of the class";
    static final Object[] ARRAY = {CONSTANT, null, Statics.class};
  }

  private static void strings() {
    for (int i = 0; i < 50; i++) {
      String interned = ("kept " + i).intern();
      KEPT.add(interned);
      KEPT.add("\u4e16\u754c " + i);
      ("forgotten " + i).intern();
    }
  }
}
