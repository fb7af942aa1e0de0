import java.util.ArrayList;
import java.util.List;

/**
 * Keeps texts that the JDK makes: where they are allocated is no line of this program, but it calls there. The list grows between any two points.
 */
public class GrowingTexts {
  private static final List<String> TEXTS = new ArrayList<>();

  public static void main(String[] arguments) {
    int count = Integer.parseInt(arguments[0]);
    for (int number = 0; number < count; number++) {
      keep(number);
    }
    System.out.println("holds String " + TEXTS.size());
  }

  private static void keep(int number) {
    TEXTS.add(Integer.toString(1_000_000 + number));
  }
}
