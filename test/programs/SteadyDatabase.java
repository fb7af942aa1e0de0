import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A database in memory at work: orders are written, summed up and deleted again, in as many rounds as the argument says.
 */
public class SteadyDatabase {
  private static final int ORDERS = 20_000;

  private final Connection connection = DriverManager.getConnection("jdbc:h2:mem:shop");
  private final Statement statement = connection.createStatement();
  private int rounds;

  SteadyDatabase() throws SQLException {
    statement.execute("CREATE TABLE ORDERS(ID INT PRIMARY KEY, CUSTOMER VARCHAR(80), TOTAL DECIMAL(10,2))");
    statement.execute("CREATE INDEX BY_CUSTOMER ON ORDERS(CUSTOMER)");
  }

  public static void main(String[] arguments) throws SQLException {
    int rounds = Integer.parseInt(arguments[0]);
    SteadyDatabase database = new SteadyDatabase();
    for (int round = 0; round < rounds; round++) database.round();
  }

  /** The sum of all orders. */
  double round() throws SQLException {
    order(rounds++);
    try (ResultSet sums = statement.executeQuery("SELECT COUNT(*), SUM(TOTAL), MAX(CUSTOMER) FROM ORDERS")) {
      sums.next();
      double sum = sums.getDouble(2);
      statement.execute("DELETE FROM ORDERS");
      return sum;
    }
  }

  private void order(int round) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO ORDERS VALUES(?, ?, ?)")) {
      for (int number = 0; number < ORDERS; number++) {
        insert.setInt(1, number);
        insert.setString(2, "customer " + (number * (round + 1)) % 997);
        insert.setDouble(3, number / 7.0);
        insert.executeUpdate();
      }
    }
  }
}
