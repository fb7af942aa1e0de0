package travel;

import java.util.Random;

/**
 * A travel service that leaks: the program to try Heaptrail on.
 *
 * <p>Travellers ask which sights lie near a city. The service knows who asks ({@link Sessions}), what the weather is like
 * ({@link WeatherCache}) and which journeys are worth it ({@link JourneyService}), and notes what was asked last
 * ({@link RecentQuestions}). All of them remember something; one remembers too much.
 *
 * <p>Run it with {@code java travel.TravelService [seconds] [requests per second]}.
 */
public final class TravelService {
  private static final TravelService SERVICE = new TravelService();

  private final Atlas atlas = new Atlas();
  private final JourneyService journeys = new JourneyService(atlas);
  private final WeatherCache weather = new WeatherCache(atlas);
  private final Sessions sessions = new Sessions();
  private final RecentQuestions recent = new RecentQuestions();
  private int answered;

  public static void main(String[] arguments) throws InterruptedException {
    int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    int perSecond = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 500;
    SERVICE.serve(seconds, perSecond);
    System.out.println("Closed: " + SERVICE);
  }

  private void serve(int seconds, int perSecond) throws InterruptedException {
    Random travellers = new Random(42);
    long began = System.nanoTime();
    for (int second = 1; second <= seconds; second++) {
      for (int tenth = 1; tenth <= 10; tenth++) {
        int due = (int) ((10L * (second - 1) + tenth) * perSecond / 10);
        while (answered < due) {
          City city = atlas.cities().get(travellers.nextInt(atlas.cities().size()));
          answer("traveller " + travellers.nextInt(3_000), city.name(), 5 * (1 + travellers.nextInt(4)));
        }
        long ahead = began + (10L * (second - 1) + tenth) * 100_000_000L - System.nanoTime();
        if (ahead > 0) Thread.sleep(ahead / 1_000_000, (int) (ahead % 1_000_000));
      }
      System.out.println(this);
    }
  }

  private String answer(String traveller, String city, int radiusKm) {
    answered++;
    Sessions.Session session = sessions.of(traveller);
    session.visit(city);
    recent.note(traveller + " asks for " + radiusKm + " km around " + city);
    return journeys.findLocations(city, radiusKm).size() + " sights, " + weather.in(city).words();
  }

  @Override public String toString() {
    return answered + " requests answered, " + journeys.remembered() + " answers in the cache";
  }
}
