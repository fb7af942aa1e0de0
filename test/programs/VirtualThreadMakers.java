import java.io.IOException;
import java.util.concurrent.ThreadFactory;

/**
 * Makes virtual threads all the time, in a platform thread and in a virtual one, so that whenever it stands still some thread's
 * constructor is likely to be running. Prints READY, then goes on until its standard input closes, and prints how many it made. Compiled
 * for Java 17: what newer JVMs have is used through reflection.
 */
public class VirtualThreadMakers {
  private static volatile boolean isOver;
  private static long made;

  public static void main(String[] arguments) throws Exception {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    ThreadFactory factory = (ThreadFactory) Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    Thread maker = factory.newThread(() -> make(factory));
    maker.start();
    Thread platform = new Thread(() -> made = make(factory), "maker");
    platform.start();
    System.out.println("READY");
    waitForEndOfInput();
    isOver = true;
    platform.join();
    maker.join();
    System.out.println("made " + made);
  }

  private static long make(ThreadFactory factory) {
    long count = 0;
    while (!isOver) {
      factory.newThread(() -> {});
      count++;
    }
    return count;
  }

  private static void waitForEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // Whoever started this program ends it.
    }
  }
}
