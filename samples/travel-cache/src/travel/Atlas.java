package travel;

import java.util.ArrayList;
import java.util.List;

/** The slow part: all cities and the sights around them. A search makes new objects, as reading from a database does. */
final class Atlas {
  private static final String[] SIGHTS = {"Old Town", "Castle", "Lake", "Summit"};
  private static final double KILOMETRES_PER_DEGREE = 111.2;

  private final List<City> cities = List.of(
      new City("Linz", new Coordinates(48.306, 14.286)),
      new City("Salzburg", new Coordinates(47.810, 13.055)),
      new City("Graz", new Coordinates(47.071, 15.438)),
      new City("Innsbruck", new Coordinates(47.269, 11.404)),
      new City("Vienna", new Coordinates(48.208, 16.373)),
      new City("Bregenz", new Coordinates(47.503, 9.747)),
      new City("Providence", new Coordinates(41.824, -71.413)));

  List<City> cities() {
    return cities;
  }

  /** The sights within the radius: sight number i of a city lies 10 · i kilometres to its north. */
  List<Location> search(String cityName, int radiusKm) {
    List<Location> found = new ArrayList<>(2);
    for (City city : cities) {
      if (city.name().equals(cityName)) {
        for (int i = 0; i < SIGHTS.length && 10 * i <= radiusKm; i++) {
          found.add(new Location(SIGHTS[i], city, city.centre().north(10 * i / KILOMETRES_PER_DEGREE)));
        }
      }
    }
    return found;
  }
}
