import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Work as services do it, with next to nothing that stays: texts are cut into words, counted, sorted, joined. The argument says how
 * many rounds. Prints how many milliseconds they took, after a third as many to warm up.
 */
public class BusyService {
  private static long kept;

  public static void main(String[] arguments) {
    int rounds = Integer.parseInt(arguments[0]);
    work(rounds / 3);
    long began = System.nanoTime();
    work(rounds);
    System.out.println("took " + (System.nanoTime() - began) / 1_000_000);
    System.out.println("kept " + kept);
  }

  static long work(int rounds) {
    for (int round = 0; round < rounds; round++) kept += handle(request(round));
    return kept;
  }

  private static String request(int number) {
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < 400; word++) {
      text.append((char) ('a' + (word * 7 + number) % 26)).append((word * 31 + number) % 97).append(' ');
    }
    return text.toString();
  }

  private static int handle(String request) {
    Map<String, Integer> counts = new HashMap<>();
    for (String word : request.split(" ")) counts.merge(word, 1, Integer::sum);
    Map<Integer, List<String>> byCount = new TreeMap<>();
    for (Map.Entry<String, Integer> entry : counts.entrySet()) {
      byCount.computeIfAbsent(entry.getValue(), ignored -> new ArrayList<>()).add(entry.getKey());
    }
    int length = 0;
    for (List<String> words : byCount.values()) {
      words.sort(null);
      length += String.join(",", words).length();
    }
    return length;
  }
}
