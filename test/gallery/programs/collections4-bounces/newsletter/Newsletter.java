package newsletter;

import org.apache.commons.collections4.map.CaseInsensitiveMap;
import service.Requests;

/** Remembers for every address, in any spelling, how often it could not be reached. Addresses are made up, and none is ever forgotten. */
public final class Newsletter {
  static final class Bounces {
    final long first = System.currentTimeMillis();
    String reason;
    int count;
  }

  private final CaseInsensitiveMap<String, Bounces> byAddress = new CaseInsensitiveMap<>();

  int bounced(String address, String reason) {
    Bounces known = byAddress.get(address);
    if (known == null) {
      known = new Bounces();
      byAddress.put(address, known);
    }
    known.reason = reason;
    return ++known.count;
  }

  public static void main(String[] arguments) throws Exception {
    Newsletter newsletter = new Newsletter();
    Requests.handle(arguments, 7000, number -> newsletter.bounced("Reader." + number + "@Example.org", "unknown"));
  }
}
