package travel;

/** A sight. */
record Location(String sight, City city, Coordinates place) {}
