package travel;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Finds sights near a city. Searching is slow, so answers are remembered. */
final class JourneyService {
  private final Atlas atlas;
  /** Made by the first question: most instances of the service never get one about journeys. */
  private Map<QueryKey, List<Location>> cache;

  JourneyService(Atlas atlas) {
    this.atlas = atlas;
  }

  List<Location> findLocations(String city, int radiusKm) {
    if (cache == null) {
      cache = new ConcurrentHashMap<>();
    }
    QueryKey key = new QueryKey(city, radiusKm);
    List<Location> known = cache.get(key);
    if (known == null) {
      known = atlas.search(city, radiusKm);
      cache.put(key, known);
    }
    return known;
  }

  int remembered() {
    return cache == null ? 0 : cache.size();
  }
}
