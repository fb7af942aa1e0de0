import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Objects whose places of allocation are known: it prints {@code allocates CLASS METHOD LINE COUNT} for each, then READY, and waits
 * until its standard input closes. The argument says how many there are of the class of which there are many.
 */
public class KnownSites {
  private static final List<Object> KEPT = new ArrayList<>();

  private static final class Plain {}

  private static final class Reflected {}

  private static final class Often {
    final long a = 1;
    final long b = 2;
  }

  private static final class Copied implements Cloneable {
    Object copy() throws CloneNotSupportedException {
      told("KnownSites$Copied", "copy", here() + 1, 1);
      return clone();
    }
  }

  public static void main(String[] arguments) throws Exception {
    int often = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
    for (int i = 0; i < 10; i++) KEPT.add(new Plain());
    told("KnownSites$Plain", "main", here() - 1, 10);
    Thread other = new Thread(KnownSites::elsewhere, "the other thread");
    other.start();
    other.join();
    Copied original = new Copied();
    told("KnownSites$Copied", "main", here() - 1, 1);
    KEPT.add(original);
    KEPT.add(original.copy());
    KEPT.add(Reflected.class.getDeclaredConstructor().newInstance());
    KEPT.add(new Plain[3][5]);
    int line = here();
    for (int i = 0; i < often; i++) {
      KEPT.add(new Often());
      KEPT.add(new Often());
      KEPT.add(i % 4 == 0 ? null : new Often());
      KEPT.add(i % 10 != 0 ? null : indirect());
    }
    told("KnownSites$Often", "main", line + 2, often);
    told("KnownSites$Often", "main", line + 3, often);
    told("KnownSites$Often", "main", line + 4, often - (often + 3) / 4);
    told("KnownSites$Often", "indirect", indirectLine, (often + 9) / 10);
    System.out.println("READY");
    waitForTheEnd();
  }

  private static void elsewhere() {
    for (int i = 0; i < 5; i++) KEPT.add(new Plain());
    told("KnownSites$Plain", "elsewhere", here() - 1, 5);
  }

  private static int indirectLine;

  private static Object indirect() {
    if (indirectLine == 0) indirectLine = here() + 1;
    return new Often();
  }

  private static int here() {
    return StackWalker.getInstance().walk(frames -> frames.skip(1).findFirst()).orElseThrow().getLineNumber();
  }

  private static void told(String type, String method, int line, int objects) {
    System.out.println("allocates " + type + " " + method + " " + line + " " + objects);
  }

  private static void waitForTheEnd() throws IOException {
    while (System.in.read() >= 0) {}
  }
}
