package census;

import java.nio.file.Files;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import service.Requests;

/** Saves all households in one Hibernate session, which is flushed with every commit and never cleared: it knows each of them for ever. */
public final class Census {
  private static final int BATCH = 1000;

  private final Session session;

  Census(SessionFactory factory) {
    session = factory.openSession();
    session.beginTransaction();
  }

  void count(int number) {
    Household household = new Household(number, "Street " + number % 250, number % 7);
    session.save(household);
    if (number % BATCH != BATCH - 1) return;
    session.getTransaction().commit();
    session.beginTransaction();
  }

  public static void main(String[] arguments) throws Exception {
    SessionFactory factory = new Configuration()
        .setProperty("hibernate.connection.url", "jdbc:h2:" + Files.createTempDirectory("census").resolve("rows"))
        .setProperty("hibernate.connection.username", "sa")
        .setProperty("hibernate.dialect", "org.hibernate.dialect.H2Dialect")
        .setProperty("hibernate.hbm2ddl.auto", "create")
        .addAnnotatedClass(Household.class)
        .buildSessionFactory();
    Requests.handle(arguments, 800, new Census(factory)::count);
    factory.close();
  }
}
