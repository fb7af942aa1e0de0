import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Five ways in which programs use memory, each of which looks different by who owns what; the argument names one. It does a step, prints
 * READY, and waits for a line before the next. All numbers are in the code; docs/ownership.md says what is to be seen.
 */
public class OwnershipProblems {
  private interface Problem {
    void step(int number);
  }

  public static void main(String[] arguments) throws IOException {
    Problem problem = switch (arguments[0]) {
      case "leak" -> new Leak();
      case "overhead" -> new Overhead();
      case "churn" -> new Churn();
      case "jump" -> new Jump();
      case "phases" -> new Bodies();
      default -> throw new IllegalArgumentException("there is no problem " + arguments[0]);
    };
    int number = 0;
    do {
      problem.step(number++);
      System.out.println("READY");
    } while (untilLine());
  }

  private static boolean untilLine() throws IOException {
    int read = System.in.read();
    while (read >= 0 && read != '\n') read = System.in.read();
    return read >= 0;
  }

  /** Sessions are put into a map and never taken out. */
  static class Leak implements Problem {
    record Session(byte[] page) {}

    static final Map<Integer, Session> SESSIONS = new HashMap<>();

    @Override
    public void step(int number) {
      for (int i = 0; i < 2000; ++i) SESSIONS.put(SESSIONS.size(), new Session(new byte[1000]));
    }
  }

  /** Words of two letters in a linked list: three objects around each two bytes. */
  static class Overhead implements Problem {
    static final List<String> WORDS = new LinkedList<>();

    @Override
    public void step(int number) {
      while (WORDS.size() < 30000) {
        WORDS.add(new String(new char[] {(char) ('a' + WORDS.size() % 26), (char) ('a' + WORDS.size() / 26 % 26)}));
      }
    }
  }

  /** Answers are kept until the next ones take their places. */
  static class Churn implements Problem {
    record Answer(byte[] text) {}

    static final Answer[] LATEST = new Answer[5000];

    @Override
    public void step(int number) {
      for (int i = 0; i < LATEST.length; ++i) LATEST[i] = new Answer(new byte[200]);
    }
  }

  /** A small state is kept at each step, until at one all that came before is copied. */
  static class Jump implements Problem {
    static class History {
      final List<int[]> states = new ArrayList<>();
    }

    static final History HISTORY = new History();

    @Override
    public void step(int number) {
      int copies = number == 2 ? 50 : 1;
      for (int i = 0; i < copies; ++i) HISTORY.states.add(new int[20000]);
    }
  }

  /**
   * Bodies that attract each other, as Barnes and Hut compute it: in every second step a tree of the space is there, from which
   * forces are computed; between them the bodies alone.
   */
  static class Bodies implements Problem {
    static class Body {
      double x;
      double y;
      double forceX;
      double forceY;
    }

    static class Cell {
      final double left;
      final double top;
      final double side;
      double mass;
      double centreX;
      double centreY;
      Body only;
      Cell[] quarters;

      Cell(double left, double top, double side) {
        this.left = left;
        this.top = top;
        this.side = side;
      }

      void add(Body body) {
        centreX = (centreX * mass + body.x) / (mass + 1);
        centreY = (centreY * mass + body.y) / (mass + 1);
        mass += 1;
        if (mass == 1) {
          only = body;
          return;
        }
        if (side < 1e-9) return;
        if (quarters == null) {
          double half = side / 2;
          quarters = new Cell[] {
            new Cell(left, top, half), new Cell(left + half, top, half),
            new Cell(left, top + half, half), new Cell(left + half, top + half, half)
          };
          quarterOf(only).add(only);
          only = null;
        }
        quarterOf(body).add(body);
      }

      private Cell quarterOf(Body body) {
        return quarters[(body.x < left + side / 2 ? 0 : 1) + (body.y < top + side / 2 ? 0 : 2)];
      }

      void attract(Body body) {
        double x = centreX - body.x;
        double y = centreY - body.y;
        double distance = Math.sqrt(x * x + y * y) + 1e-6;
        if (quarters == null || side / distance < 0.5) {
          body.forceX += mass * x / (distance * distance * distance);
          body.forceY += mass * y / (distance * distance * distance);
          return;
        }
        for (Cell quarter : quarters) {
          if (quarter.mass > 0) quarter.attract(body);
        }
      }
    }

    static class Simulation {
      final Body[] bodies = new Body[4000];
      Cell space;
    }

    static final Simulation SIMULATION = new Simulation();

    Bodies() {
      Random random = new Random(1);
      for (int i = 0; i < SIMULATION.bodies.length; ++i) {
        Body body = new Body();
        body.x = random.nextDouble();
        body.y = random.nextDouble();
        SIMULATION.bodies[i] = body;
      }
    }

    @Override
    public void step(int number) {
      if (number % 2 == 0) {
        SIMULATION.space = new Cell(0, 0, 1);
        for (Body body : SIMULATION.bodies) SIMULATION.space.add(body);
        for (Body body : SIMULATION.bodies) SIMULATION.space.attract(body);
      } else {
        SIMULATION.space = null;
        for (Body body : SIMULATION.bodies) {
          body.x = Math.min(0.999, Math.max(0, body.x + body.forceX * 1e-9));
          body.y = Math.min(0.999, Math.max(0, body.y + body.forceY * 1e-9));
        }
      }
    }
  }
}
