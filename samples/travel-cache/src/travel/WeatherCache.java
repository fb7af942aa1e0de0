package travel;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The weather in each city. A cache as it should be: what is out of date is replaced, so it never has more than one entry for each. */
final class WeatherCache {
  private static final String[] SKIES = {"sunny", "cloudy", "rain", "snow"};
  private static final int GOOD_FOR = 100;

  record Weather(String city, String words, int[] hourly) {}

  private final Map<String, Weather> now = new ConcurrentHashMap<>();
  private int asked;

  WeatherCache(Atlas atlas) {
    for (City city : atlas.cities()) now.put(city.name(), observe(city.name()));
  }

  Weather in(String city) {
    if (++asked % GOOD_FOR == 0) now.put(city, observe(city));
    return now.get(city);
  }

  private Weather observe(String city) {
    int[] hourly = new int[24];
    for (int hour = 0; hour < hourly.length; hour++) hourly[hour] = 10 + (asked + hour) % 15;
    return new Weather(city, SKIES[asked / GOOD_FOR % SKIES.length] + " in " + city, hourly);
  }
}
