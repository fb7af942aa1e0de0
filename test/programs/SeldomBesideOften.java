import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Allocates two hundred megabytes of one class, of which it keeps a tenth, and two of another, all of which it keeps: what a service that
 * leaks looks like to who samples its allocations. Deep in the stack, so that it is dear to look at one, and with other work in between.
 * Waits until its input ends.
 */
public class SeldomBesideOften {
  private static final int DEPTH = 60;
  private static final int ROUNDS = 150_000;
  private static final int OFTEN_PER_ROUND = 40;
  private static final int KEPT_PER_ROUND = 4;
  private static final int NANOSECONDS_OF_WORK = 30_000;

  private static final class Seldom {
    final long a = 1;
  }

  private static final class Often {
    final long a = 1;
    final long b = 2;
    final long c = 3;
  }

  private static final List<Object> KEPT = new ArrayList<>();
  static Often last;

  public static void main(String[] arguments) throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      work();
      allocate(DEPTH);
    }
    System.out.println("holds SeldomBesideOften$Seldom " + ROUNDS);
    System.out.println("holds SeldomBesideOften$Often " + ROUNDS * KEPT_PER_ROUND);
    System.out.println("READY");
    while (System.in.read() >= 0) {}
  }

  /** So long on any JVM: what is computed, some compilers do in a tenth of the time that others take. */
  private static void work() {
    long end = System.nanoTime() + NANOSECONDS_OF_WORK;
    while (System.nanoTime() < end) Thread.onSpinWait();
  }

  private static void allocate(int depth) {
    if (depth > 0) {
      allocate(depth - 1);
      return;
    }
    KEPT.add(new Seldom());
    for (int i = 0; i < OFTEN_PER_ROUND; i++) {
      last = new Often();
      if (i < KEPT_PER_ROUND) KEPT.add(last);
    }
  }
}
