import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Holds very many objects whose contents follow from their numbers: {@code -Dmembers=275000} of them make a million objects with their names and
 * boxes. It asks itself about them, object by object, and prints for how many each condition holds: {@code asked}, the condition as Heaptrail
 * takes it, and the number, separated by tabs.
 */
public class ManyValues {
  enum State { NEW, ACTIVE, LOST }

  static class Member {
    final int number;
    final long square;
    final String name;
    final boolean even;
    final double half;
    final State state;
    final Integer boxed;
    final Member before;
    char letter;

    Member(int number, Member before) {
      this.number = number;
      this.before = before;
      square = (long) number * number;
      // Every seventh has no Latin-1 name.
      name = (number % 7 == 0 ? "ü\u4e2d" : "member ") + number % 1000;
      even = number % 2 == 0;
      half = number / 2.0;
      state = State.values()[number % 3];
      boxed = number % 5 == 0 ? null : Integer.valueOf(number + 1_000_000);
      letter = (char) ('a' + number % 26);
    }
  }

  /** Inherits all fields, and hides one of them. */
  static class Guest extends Member {
    final String name;

    Guest(int number, Member before) {
      super(number, before);
      this.name = "guest " + number % 10;
    }
  }

  static Member[] members;

  public static void main(String[] arguments) throws Exception {
    members = new Member[Integer.getInteger("members", 275_000)];
    for (int i = 0; i < members.length; i++) {
      Member before = i == 0 ? null : members[i - 1];
      members[i] = i % 11 == 0 ? new Guest(i, before) : new Member(i, before);
    }
    Map<String, Predicate<Member>> conditions = new LinkedHashMap<>();
    conditions.put("number<1000", member -> member.number < 1000);
    conditions.put("number>=77 and number<=7777", member -> member.number >= 77 && member.number <= 7777);
    conditions.put("square>400000000", member -> member.square > 400_000_000L);
    conditions.put("square=10000", member -> member.square == 10_000);
    conditions.put("half=500.5", member -> member.half == 500.5);
    conditions.put("even=true", member -> member.even);
    conditions.put("not even=true and number>0", member -> !member.even && member.number > 0);
    conditions.put("letter=q", member -> member.letter == 'q');
    conditions.put("state=LOST", member -> member.state == State.LOST);
    conditions.put("this.state!=LOST and boxed!=null", member -> member.state != State.LOST && member.boxed != null);
    conditions.put("boxed=null", member -> member.boxed == null);
    conditions.put("boxed>1000500", member -> member.boxed != null && member.boxed > 1_000_500);
    conditions.put("before.number=41", member -> member.before != null && member.before.number == 41);
    conditions.put("before.before.even=true", member -> member.before != null && member.before.before != null && member.before.before.even);
    conditions.put("before=null", member -> member.before == null);
    conditions.put("before.name=\"member 8\"", member -> member.before != null && nameOf(member.before).equals("member 8"));
    conditions.put("this.name=\"member 8\"", member -> nameOf(member).equals("member 8"));
    conditions.put("this.name=\"guest 3\"", member -> nameOf(member).equals("guest 3"));
    conditions.put("this.name matches \"ü*7\"", member -> nameOf(member).matches("ü.*7"));
    conditions.put("this.name matches \"ü*7\" or letter=a and number>5000",
        member -> nameOf(member).matches("ü.*7") || member.letter == 'a' && member.number > 5000);
    for (Map.Entry<String, Predicate<Member>> condition : conditions.entrySet()) {
      int count = 0;
      for (Member member : members) {
        count += condition.getValue().test(member) ? 1 : 0;
      }
      System.out.println("asked\t" + condition.getKey().replace("ü", "\\u00fc") + "\t" + count);
    }
    System.out.println("holds ManyValues$Guest " + (members.length + 10) / 11);
    System.out.println("holds ManyValues$Member " + (members.length - (members.length + 10) / 11));
    System.out.println("READY");
    Thread.sleep(Long.MAX_VALUE);
  }

  /** Of a guest the own name, which hides the other. */
  private static String nameOf(Member member) {
    return member instanceof Guest guest ? guest.name : member.name;
  }
}
