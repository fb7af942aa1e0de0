package radio;

import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;
import service.Requests;

/** Who listens to the station is registered with its event bus, and stays registered after switching off. */
public final class Station {
  record Song(String title, int seconds) {}

  static final class Receiver {
    private final byte[] buffer = new byte[1500];
    private boolean on = true;

    @Subscribe
    public void play(Song song) {
      if (on) buffer[song.seconds() % buffer.length]++;
    }

    void switchOff() {
      on = false;
    }
  }

  private final EventBus air = new EventBus("air");

  void listen(int visitor) {
    Receiver receiver = new Receiver();
    air.register(receiver);
    if (visitor % 200 == 0) air.post(new Song("Number " + visitor, 180));
    receiver.switchOff();
  }

  public static void main(String[] arguments) throws Exception {
    Requests.handle(arguments, 400, new Station()::listen);
  }
}
