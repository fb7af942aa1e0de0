package shop;

/** How long things take, in groups. There is one for the whole program. */
final class Statistics {
  static final Statistics INSTANCE = new Statistics();

  private final Group[] groups = new Group[16];

  private Statistics() {}

  void measured(String what, long nanoseconds) {
    groupOf(what).add(nanoseconds);
  }

  private Group groupOf(String name) {
    int index = 0;
    while (groups[index] != null && !groups[index].name.equals(name)) index++;
    if (groups[index] == null) groups[index] = new Group(name);
    return groups[index];
  }

  int count() {
    int count = 0;
    for (Group group : groups) count += group == null ? 0 : group.count;
    return count;
  }
}
