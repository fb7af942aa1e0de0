package travel;

/**
 * What a traveller asked: the key of the cache in {@link JourneyService}.
 *
 * <p>Here is the mistake. Without {@code equals} and {@code hashCode} two equal questions are two different keys: nothing is ever
 * found in the cache, and every request leaves one more entry in it. A record would bring both.
 */
final class QueryKey {
  final String city;
  final int radiusKm;

  QueryKey(String city, int radiusKm) {
    this.city = city;
    this.radiusKm = radiusKm;
  }
}
