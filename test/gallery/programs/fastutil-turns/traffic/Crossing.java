package traffic;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import service.Requests;

/** Counts cars by where they come from and where they go. A turn has neither equals nor hashCode, so each car is the first of its kind. */
public final class Crossing {
  static final class Turn {
    final int from;
    final int to;

    Turn(int from, int to) {
      this.from = from;
      this.to = to;
    }
  }

  private final Object2IntOpenHashMap<Turn> cars = new Object2IntOpenHashMap<>();

  void pass(int from, int to) {
    Turn turn = new Turn(from, to);
    cars.addTo(turn, 1);
  }

  public static void main(String[] arguments) throws Exception {
    Crossing crossing = new Crossing();
    Requests.handle(arguments, 20_000, number -> crossing.pass(number % 4, number % 3));
    System.out.println(crossing.cars.size() + " different turns");
  }
}
