package cinema;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import service.Requests;

/** Asks for free seats with a new statement each time, on a connection that stays open. The statements are not closed. */
public final class Cinema {
  private static final int SHOWS = 150;

  private final Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:cinema");

  Cinema() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table seat (show int, number int, taken boolean)");
      for (int show = 0; show < SHOWS; show++) statement.execute("insert into seat values (" + show + ", 1, false)");
    }
  }

  int freeSeats(int visitor) throws SQLException {
    String question = "select count(*) from seat where not taken and show = %d and number < %d";
    PreparedStatement statement = connection.prepareStatement(question.formatted(visitor % SHOWS, visitor));
    try (ResultSet answer = statement.executeQuery()) {
      answer.next();
      return answer.getInt(1);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Requests.handle(arguments, 200, new Cinema()::freeSeats);
  }
}
