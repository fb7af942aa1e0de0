package weather;

import java.io.Serializable;
import net.sf.ehcache.Cache;
import net.sf.ehcache.CacheManager;
import net.sf.ehcache.Element;
import net.sf.ehcache.config.CacheConfiguration;
import net.sf.ehcache.config.Configuration;
import service.Requests;

/** Forecasts are cached by station and hour. The cache is eternal, and 0 elements in memory means as many as come. */
public final class Forecasts {
  static final class Forecast implements Serializable {
    final int station;
    final float[] celsius = new float[48];

    Forecast(int station) {
      this.station = station;
    }
  }

  private final Cache byStationAndHour = new Cache(new CacheConfiguration("forecasts", 0).eternal(true));

  Forecasts() {
    Configuration configuration = new Configuration().name("weather");
    configuration.setUpdateCheck(false);
    CacheManager.create(configuration).addCache(byStationAndHour);
  }

  Forecast at(int station, int hour) {
    String key = station + " at " + hour;
    Element cached = byStationAndHour.get(key);
    if (cached != null) return (Forecast) cached.getObjectValue();
    Forecast computed = new Forecast(station);
    byStationAndHour.put(new Element(key, computed));
    return computed;
  }

  public static void main(String[] arguments) throws Exception {
    Forecasts forecasts = new Forecasts();
    Requests.handle(arguments, 2500, number -> forecasts.at(number % 83, number / 83));
  }
}
