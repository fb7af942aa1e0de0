// What a user of the tests' program would describe: one service, with the map that it consists of.
export const descriptions = 'DS JourneyService {\n  java.util.concurrent.ConcurrentHashMap;\n}\n';
