package shop;

import java.util.Arrays;

/** Measurements of one kind. Here is the mistake: sums would do, and these take no more room the longer the shop is open. */
final class Group {
  final String name;
  int count;
  private Measurement[] measurements = new Measurement[16];

  Group(String name) {
    this.name = name;
  }

  void add(long nanoseconds) {
    if (count == measurements.length) measurements = Arrays.copyOf(measurements, 2 * count);
    measurements[count++] = new Measurement(System.currentTimeMillis(), nanoseconds);
  }
}
