// Seeds of fuzz_values: the same heap dumps as those of fuzz_hprof.
//
//   node test/fuzz/seeds_values.mjs FOLDER
import './seeds_hprof.mjs';
