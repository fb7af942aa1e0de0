package parcels;

import scala.collection.concurrent.TrieMap;
import service.Requests;

/** Where a parcel was seen last. The key was meant to be the parcel, but has the scan in it, so nothing is ever replaced. */
public final class Tracking {
  static final class Scan {
    final int depot;
    final long at = System.nanoTime();

    Scan(int depot) {
      this.depot = depot;
    }
  }

  private final TrieMap<String, Scan> lastSeen = new TrieMap<>();

  void scan(int parcel, int number) {
    Scan scan = new Scan(number % 31);
    lastSeen.put("parcel " + parcel + " scan " + number, scan);
  }

  public static void main(String[] arguments) throws Exception {
    Tracking tracking = new Tracking();
    Requests.handle(arguments, 5000, number -> tracking.scan(number % 200, number));
  }
}
