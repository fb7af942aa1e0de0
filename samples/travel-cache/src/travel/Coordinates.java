package travel;

record Coordinates(double latitude, double longitude) {
  Coordinates north(double degrees) {
    return new Coordinates(latitude + degrees, longitude);
  }
}
