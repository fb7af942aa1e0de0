import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Twenty programs without a leak, each steady in a way of its own: what they hold fills up and stays, comes and goes, swings, or is
 * replaced. Called with the name of one and the seconds it is to run.
 */
public class SteadyPrograms {
  record Session(String user, byte[] data, long born) {}

  interface Program {
    /** Ten times a second; {@code at}: how much of the time has passed, from 0 to 1. */
    void step(int tick, double at);
  }

  static final Random RANDOM = new Random(7);
  static final Map<String, Program> PROGRAMS = new TreeMap<>();
  static Object kept;

  public static void main(String[] arguments) throws Exception {
    describeAll();
    Program program = PROGRAMS.get(arguments[0]);
    int ticks = Integer.parseInt(arguments[1]) * 10;
    long began = System.nanoTime();
    for (int tick = 0; tick < ticks; tick++) {
      program.step(tick, (double) tick / ticks);
      long next = began + (tick + 1) * 100_000_000L;
      long wait = (next - System.nanoTime()) / 1_000_000;
      if (wait > 0) Thread.sleep(wait);
    }
  }

  static byte[] bytes(int kilobytes) {
    return new byte[kilobytes * 1024];
  }

  static Session session(int tick) {
    return new Session("user-" + RANDOM.nextInt(1_000_000), bytes(2), tick);
  }

  /** A map that forgets what was not used for longest. */
  static <V> Map<Integer, V> bounded(int limit) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<Integer, V> eldest) {
        return size() > limit;
      }
    };
  }

  static void fillUntil(List<Session> list, double share, double at, int all, int tick) {
    while (list.size() < Math.min(1, at / share) * all) list.add(session(tick));
  }

  static void describeAll() {
    PROGRAMS.put("idle", (tick, at) -> {});

    PROGRAMS.put("churn", (tick, at) -> {
      List<byte[]> passing = new ArrayList<>();
      for (int i = 0; i < 200; i++) passing.add(bytes(10));
      kept = passing;
    });

    Map<Integer, Session> recent = bounded(3000);
    PROGRAMS.put("cache-recent", (tick, at) -> {
      for (int i = 0; i < 100; i++) recent.put(RANDOM.nextInt(20_000), session(tick));
    });

    List<Session> early = new ArrayList<>();
    PROGRAMS.put("fills-early", (tick, at) -> fillUntil(early, 0.3, at, 5000, tick));

    List<Session> late = new ArrayList<>();
    PROGRAMS.put("fills-late", (tick, at) -> fillUntil(late, 0.4, at - 0.2, 5000, tick));

    Map<Integer, Session> users = new HashMap<>();
    PROGRAMS.put("fills-by-chance", (tick, at) -> {
      for (int i = 0; i < 100; i++) users.computeIfAbsent(RANDOM.nextInt(4000), user -> session(tick));
    });

    List<byte[]> phase = new ArrayList<>();
    PROGRAMS.put("phases", (tick, at) -> {
      int wanted = new int[] {200, 1000, 500, 0, 800}[(int) (at * 5)];
      while (phase.size() < wanted) phase.add(bytes(10));
      while (phase.size() > wanted) phase.remove(phase.size() - 1);
    });

    List<Session> batch = new ArrayList<>();
    PROGRAMS.put("batches", (tick, at) -> {
      for (int i = 0; i < 50; i++) batch.add(session(tick));
      if (batch.size() > 3500) batch.clear();
    });

    List<byte[]> walk = new ArrayList<>();
    PROGRAMS.put("random-walk", (tick, at) -> {
      for (int i = 0; i < 40; i++) {
        if (RANDOM.nextInt(900) >= walk.size()) walk.add(bytes(10));
        else walk.remove(walk.size() - 1);
      }
    });

    Map<Object, Session> weak = new WeakHashMap<>();
    PROGRAMS.put("weak-cache", (tick, at) -> {
      for (int i = 0; i < 50; i++) weak.put(new Object(), session(tick));
    });

    ArrayDeque<Session> expiring = new ArrayDeque<>();
    PROGRAMS.put("sessions-expire", (tick, at) -> {
      for (int i = 0; i < 40 + RANDOM.nextInt(40); i++) expiring.add(session(tick));
      while (!expiring.isEmpty() && expiring.peek().born() < tick - 50) expiring.poll();
    });

    ArrayDeque<Session> swinging = new ArrayDeque<>();
    PROGRAMS.put("load-swings", (tick, at) -> {
      int wanted = (int) (2500 + 2000 * Math.sin(tick / 25.0));
      while (swinging.size() < wanted) swinging.add(session(tick));
      while (swinging.size() > wanted) swinging.poll();
    });

    ArrayDeque<byte[]> pool = new ArrayDeque<>();
    PROGRAMS.put("pool", (tick, at) -> {
      List<byte[]> borrowed = new ArrayList<>();
      for (int i = 0; i < RANDOM.nextInt(60); i++) borrowed.add(pool.isEmpty() ? bytes(64) : pool.poll());
      pool.addAll(borrowed);
    });

    PROGRAMS.put("warm-up", (tick, at) -> {
      String text = IntStream.range(0, 200 + tick).mapToObj(Integer::toString).collect(Collectors.joining(","));
      Pattern pattern = Pattern.compile("(\\d+),?" + (at < 0.3 ? tick : ""));
      kept = pattern.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toList());
    });

    ArrayDeque<String> queue = new ArrayDeque<>();
    PROGRAMS.put("queue-bursts", (tick, at) -> {
      int arrive = tick % 40 < 10 ? 600 : 50;
      for (int i = 0; i < arrive; i++) queue.add("job " + tick + " of many that wait " + i);
      for (int i = 0; i < 200 && !queue.isEmpty(); i++) queue.poll();
    });

    String[] log = new String[20_000];
    PROGRAMS.put("log-ring", (tick, at) -> {
      for (int i = 0; i < 200; i++) log[(tick * 200 + i) % log.length] = "line " + tick + " says that all is well " + i;
    });

    PROGRAMS.put("configuration", (tick, at) -> {
      if (tick % 20 != 0) return;
      Map<String, List<String>> fresh = new HashMap<>();
      for (int i = 0; i < 3000 + RANDOM.nextInt(400); i++) fresh.put("key" + i, List.of("value" + i, "other" + tick));
      kept = Collections.unmodifiableMap(fresh);
    });

    List<Session>[] indexes = new List[] {new ArrayList<>(), new ArrayList<>()};
    PROGRAMS.put("index-rebuilt", (tick, at) -> {
      for (int i = 0; i < 30; i++) indexes[1].add(session(tick));
      if (tick % 90 == 89) {
        indexes[0] = indexes[1];
        indexes[1] = new ArrayList<>();
      }
    });

    PROGRAMS.put("one-leap", (tick, at) -> {
      if (at > 0.5 && kept == null) kept = IntStream.range(0, 800).mapToObj(i -> bytes(10)).toList();
    });

    Map<Integer, byte[]> large = new ConcurrentHashMap<>();
    PROGRAMS.put("shrinks", (tick, at) -> {
      if (tick == 0) for (int i = 0; i < 800; i++) large.put(i, bytes(10));
      Iterator<Integer> keys = large.keySet().iterator();
      for (int i = 0; i < 2 && keys.hasNext(); i++) {
        keys.next();
        keys.remove();
      }
      kept = Arrays.asList(tick);
    });
  }
}
