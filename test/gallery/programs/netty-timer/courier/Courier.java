package courier;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import service.Requests;

/** A delivery that takes more than an hour is reported. Nobody cancels the timeout of those that have arrived. */
public final class Courier {
  static final class Delivery implements TimerTask {
    final int number;
    final long[] route = new long[20];
    boolean arrived;

    Delivery(int number) {
      this.number = number;
    }

    @Override public void run(Timeout timeout) {
      if (!arrived) System.out.println("delivery " + number + " is late");
    }
  }

  private static final int ON_THE_WAY = 50;

  private final HashedWheelTimer timer = new HashedWheelTimer();
  private final Queue<Delivery> onTheWay = new ArrayDeque<>();

  void send(int number) {
    Delivery delivery = new Delivery(number);
    onTheWay.add(delivery);
    timer.newTimeout(delivery, 1, TimeUnit.HOURS);
    if (onTheWay.size() > ON_THE_WAY) onTheWay.remove().arrived = true;
  }

  public static void main(String[] arguments) throws Exception {
    Courier courier = new Courier();
    Requests.handle(arguments, 3500, courier::send);
    courier.timer.stop();
  }
}
