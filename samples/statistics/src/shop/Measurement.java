package shop;

record Measurement(long time, long nanoseconds) {}
