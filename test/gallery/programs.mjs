// The gallery's programs: what each folder of programs/ says, and where what was recorded of it lies. Whoever looks for a program by name
// learns here that there is none.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {'libraries' | 'loaders'} Group `loaders`: one of the kinds of class-loader leaks
 *
 * @typedef {object} Program What program.json says.
 * @property {string} name its folder
 * @property {string} leak the kind of leak, in a few words
 * @property {string} library
 * @property {Group[]} groups
 * @property {string} main
 * @property {string[]} jars of the folder in which Debian installs them, without `.jar`
 * @property {string[]} [java] options of the JVM
 * @property {string[]} [arguments] of the program, behind the seconds
 * @property {boolean} [busy] it keeps a processor busy for much of the time
 *
 * @typedef {object} Expected What expect.json says: a good answer.
 * @property {string[]} head types of the head, as regular expressions
 * @property {string[]} via fields that hold it; none: any
 * @property {string[]} leaf what the types of leaves begin with; none: any
 * @property {string[]} app the program's own lines, FILE:LINE
 * @property {string[]} appText what stands in these lines
 * @property {number} culprits how many structures leak
 */

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, '..', '..');
export const common = join(here, 'common');
const programs = join(here, 'programs');
const recordings = join(root, 'build', 'gallery');

export const folderOf = (/** @type {string} */ name) => join(programs, name);

/** @returns {string[]} the names of all programs */
const names = () =>
  readdirSync(programs)
    .filter((name) => existsSync(join(programs, name, 'program.json')))
    .sort();

/** @returns {Program} */
function programAt(/** @type {string} */ name) {
  const file = join(programs, name, 'program.json');
  if (!existsSync(file)) throw new Error(`there is no program "${name}"; there are: ${names().join(' ')}`);
  return { ...JSON.parse(readFileSync(file, 'utf8')), name };
}

/** @returns {Program[]} those that are named, or all */
export const programsNamed = (/** @type {string[]} */ wanted) => (wanted.length > 0 ? wanted : names()).map(programAt);

/** @returns {Expected} */
export const expectedOf = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(join(programs, name, 'expect.json'), 'utf8'));

/** Whether what it leaks must be found beside a large table that does not grow, too. @returns {boolean} */
export const isBesideBallast = (/** @type {Program} */ { groups }) => groups.includes('libraries');

/** Where all programs are compiled to; each has a package of its own. */
export const classes = join(recordings, 'classes');

/**
 * What is different about a run: `ballast` is beside a table that does not grow, `often` has points enough to tell what grows steadily.
 * @typedef {'usual' | 'ballast' | 'often'} Kind
 */

/** Where a run of the program leaves what was recorded. */
export function outputsOf(/** @type {string} */ name, /** @type {Kind} */ kind) {
  const folder = join(recordings, ...(kind === 'usual' ? [] : [kind]), name);
  return {
    folder,
    recording: join(folder, `${name}.heaptrail`),
    dumps: [join(folder, 'a.hprof'), join(folder, 'b.hprof')],
    /** What it was made of, so that it is not made again from the same. Only what has this file counts. */
    made: join(folder, 'made.json'),
  };
}
