package geocoding;

import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import service.Requests;

/** Positions of addresses are looked up once and then cached, without a maximum and without a time after which they expire. */
public final class Geocoder {
  record Address(String street, int number) {}

  record Position(double latitude, double longitude, String district) {}

  private final LoadingCache<Address, Position> positions = CacheBuilder.newBuilder().build(new CacheLoader<>() {
    @Override public Position load(Address address) {
      return locate(address);
    }
  });

  private static Position locate(Address address) {
    String district = "district " + address.number() % 23;
    return new Position(48 + address.street().hashCode() % 1000 / 1e3, 14 + address.number() / 1e5, district);
  }

  Position find(int request) {
    Address address = new Address("Long Street " + request % 331, request);
    return positions.getUnchecked(address);
  }

  public static void main(String[] arguments) throws Exception {
    Requests.handle(arguments, 5000, new Geocoder()::find);
  }
}
