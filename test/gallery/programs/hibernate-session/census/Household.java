package census;

import javax.persistence.Entity;
import javax.persistence.Id;

/** What is counted, a row each. */
@Entity
public class Household {
  @Id private int number;
  private String street;
  private int people;

  protected Household() {}

  Household(int number, String street, int people) {
    this.number = number;
    this.street = street;
    this.people = people;
  }

  @Override public String toString() {
    return number + ": " + people + " in " + street;
  }
}
