import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A travel service that leaks: the program to try Heaptrail on.
 *
 * <p>Travellers ask for places near a city. Looking them up is slow, so {@link JourneyService} keeps the answers in a cache.
 * But {@link QueryKey} has neither {@code equals} nor {@code hashCode}: two equal questions are two different keys, nothing is
 * ever found in the cache, and every request leaves one more entry in it.
 *
 * <p>Run it with {@code java LeakingService.java [requests]}. It prints what it holds ({@code holds CLASS COUNT}, exact and the
 * same in every run), then {@code READY}, and waits until its standard input closes. Take a heap dump meanwhile.
 */
public class LeakingService {
  private static final int DEFAULT_REQUESTS = 25_000;

  public static void main(String[] arguments) throws IOException {
    int requests = arguments.length > 0 ? Integer.parseInt(arguments[0]) : DEFAULT_REQUESTS;
    Atlas atlas = new Atlas();
    JourneyService service = new JourneyService(atlas);
    Random travellers = new Random(42);

    for (int request = 1; request <= requests; request++) {
      City city = atlas.cities().get(travellers.nextInt(atlas.cities().size()));
      int radiusKm = 5 * (1 + travellers.nextInt(4));
      service.findLocations(city.name(), radiusKm);
      if (request % Math.max(1, requests / 5) == 0) {
        System.out.printf("%d requests answered, %d answers in the cache%n", request, service.cachedAnswers());
      }
    }

    System.out.printf("holds QueryKey %d%n", service.cachedAnswers());
    System.out.printf("holds Location %d%n", service.cachedLocations());
    System.out.printf("holds Coordinates %d%n", service.cachedLocations() + atlas.cities().size());
    System.out.printf("holds City %d%n", atlas.cities().size());
    System.out.println("holds JourneyService 1");
    System.out.println("READY");
    while (System.in.read() >= 0) {
      // Whoever started this program keeps its input open for as long as the heap is of interest.
    }
    System.out.println(service.cachedAnswers() + " answers were still in the cache");
  }
}

/** Answers travellers' questions, and remembers the answers. */
class JourneyService {
  private final Atlas atlas;
  private final Map<QueryKey, List<Location>> cache = new ConcurrentHashMap<>();

  JourneyService(Atlas atlas) {
    this.atlas = atlas;
  }

  List<Location> findLocations(String city, int radiusKm) {
    return cache.computeIfAbsent(new QueryKey(city, radiusKm), query -> atlas.search(query.city, query.radiusKm));
  }

  int cachedAnswers() {
    return cache.size();
  }

  int cachedLocations() {
    return cache.values().stream().mapToInt(List::size).sum();
  }
}

/** What a traveller asked. A record would have been right here: it brings equals and hashCode. */
class QueryKey {
  final String city;
  final int radiusKm;

  QueryKey(String city, int radiusKm) {
    this.city = city;
    this.radiusKm = radiusKm;
  }
}

/** The slow part: all cities and the sights around them. A search makes new Location objects, as reading from a database does. */
class Atlas {
  private static final String[] SIGHTS = {"Old Town", "Castle", "Lake", "Summit"};

  private final List<City> cities = new ArrayList<>();

  Atlas() {
    cities.add(new City("Linz", new Coordinates(48.306, 14.286)));
    cities.add(new City("Salzburg", new Coordinates(47.810, 13.055)));
    cities.add(new City("Graz", new Coordinates(47.071, 15.438)));
    cities.add(new City("Innsbruck", new Coordinates(47.269, 11.404)));
    cities.add(new City("Vienna", new Coordinates(48.208, 16.373)));
    cities.add(new City("Bregenz", new Coordinates(47.503, 9.747)));
    cities.add(new City("Providence", new Coordinates(41.824, -71.413)));
  }

  List<City> cities() {
    return cities;
  }

  /** The sights within the radius: sight number i of a city lies 10 · i kilometres to its north. */
  List<Location> search(String cityName, int radiusKm) {
    List<Location> found = new ArrayList<>(2);
    for (City city : cities) {
      if (city.name().equals(cityName)) {
        for (int i = 0; i < SIGHTS.length && 10 * i <= radiusKm; i++) {
          double kilometresPerDegree = 111.2;
          Coordinates place = new Coordinates(city.centre().latitude() + 10 * i / kilometresPerDegree, city.centre().longitude());
          found.add(new Location(SIGHTS[i], city, place));
        }
      }
    }
    return found;
  }
}

record City(String name, Coordinates centre) {}

record Location(String sight, City city, Coordinates place) {}

record Coordinates(double latitude, double longitude) {}
