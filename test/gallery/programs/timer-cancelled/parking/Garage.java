package parking;

import java.util.Timer;
import java.util.TimerTask;
import service.Requests;

/**
 * Who stays for more than a day is charged by a timer. When a car leaves, its task is cancelled, but java.util.Timer keeps cancelled tasks
 * until they would have been due.
 */
public final class Garage {
  static final class Charge extends TimerTask {
    final byte[] picture = new byte[350];
    final int ticket;

    Charge(int ticket) {
      this.ticket = ticket;
    }

    @Override public void run() {
      System.out.println("ticket " + ticket + " is due");
    }
  }

  private static final long DAY = 24 * 60 * 60 * 1000;

  private final Timer timer = new Timer("charges", true);

  void visit(int ticket) {
    Charge charge = new Charge(ticket);
    timer.schedule(charge, DAY);
    charge.cancel();
  }

  public static void main(String[] arguments) throws Exception {
    Requests.handle(arguments, 2800, new Garage()::visit);
  }
}
