package travel;

record City(String name, Coordinates centre) {}
