import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Objects that can be told apart in a recording, and that collectors move around: the length of its array is an object's number.
 *
 * <p>Prints READY, then for each line that it reads makes garbage, collects (or leaves it to the collector, if the argument is
 * "young"), lets the oldest tenth go, adds as many new ones, and prints READY again. Ends with its standard input.
 */
public class MovingObjects {
  private static final int HELD = 200;
  private static final List<Numbered> NUMBERED = new ArrayList<>();
  private static Object garbage;

  private static final class Numbered {
    final byte[] payload;

    Numbered(int number) {
      payload = new byte[number];
    }
  }

  public static void main(String[] arguments) throws IOException {
    boolean young = arguments.length > 0 && arguments[0].equals("young");
    int next = 1;
    while (next <= HELD) NUMBERED.add(new Numbered(next++));
    System.out.println("READY");
    for (int read = System.in.read(); read >= 0; read = System.in.read()) {
      if (read != '\n') continue;
      // Between the new ones too: so that they do not lie side by side, and have to move.
      for (int i = 0; i < HELD / 10; i++) {
        NUMBERED.remove(0);
        NUMBERED.add(new Numbered(next++));
        for (int j = 0; j < 2000; j++) garbage = new byte[1000];
      }
      if (!young) System.gc();
      System.out.println("READY");
    }
  }
}
