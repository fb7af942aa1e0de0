import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Virtual threads (Java 21 and later) that allocate and then park with something in a local variable. Prints {@code holds CLASS COUNT},
 * then READY, and waits until its standard input closes. Compiled for Java 17, so it starts them through reflection.
 */
public class VirtualThreads {
  private static final int THREADS = 50;
  private static final int EACH = 20;
  private static final List<Object> KEPT = Collections.synchronizedList(new ArrayList<>());
  private static final CountDownLatch parked = new CountDownLatch(THREADS);

  private static final class Made {}

  private static final class HeldByLocal {}

  public static void main(String[] arguments) throws Exception {
    for (int i = 0; i < THREADS; i++) {
      Runnable work = VirtualThreads::work;
      KEPT.add(Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work));
    }
    parked.await();
    System.out.println("holds VirtualThreads$Made " + THREADS * EACH);
    System.out.println("holds VirtualThreads$HeldByLocal " + THREADS);
    System.out.println("READY");
    waitForTheEnd();
  }

  private static void work() {
    for (int i = 0; i < EACH; i++) {
      KEPT.add(new Made());
      Thread.yield();
    }
    HeldByLocal local = new HeldByLocal();
    parked.countDown();
    while (true) {
      LockSupport.park();
      if (local.hashCode() == 0) return;
    }
  }

  private static void waitForTheEnd() throws IOException {
    while (System.in.read() >= 0) {}
  }
}
