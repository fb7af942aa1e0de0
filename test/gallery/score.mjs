// The rule by which an answer of `heaptrail growth --json` is compared with what expect.json says. It is mechanical and stays as it is:
// where an answer is as good as the expected one and the rule says no, the case is told, and neither is bent.
//
// A suspect is the CULPRIT when the type of its head is one of `head`; the field that holds it, or its name, is one of `via`, if there are
// any; a type of its leaves is one of `leaf`, if there are any; and it is no lump of more than twice as many structures as leak. The leak
// is FOUND when the first suspect is the culprit. Its LINE is told when one of the program's own lines stands in that suspect: as a frame,
// or in a text.

/**
 * @typedef {import('./programs.mjs').Expected} Expected
 *
 * @typedef {object} Leaf Objects of a type and an allocation site that were added; without a site where no sample tells it.
 * @property {string} [type]
 * @property {unknown[]} [site]
 * @property {{ objects: number }} [from]
 * @property {{ objects: number }} [to]
 *
 * @typedef {object} Suspect What of the engine's answer the rule looks at.
 * @property {string} [type]
 * @property {string} sentence
 * @property {number} [count]
 * @property {unknown} [name]
 * @property {unknown} [place]
 * @property {unknown[]} [owners]
 * @property {{ root?: { field?: string }; steps?: { via?: string }[] } | null} [path]
 * @property {Leaf[]} [leaves]
 * @property {{ type?: string }[]} [taken]
 * @property {{ hgp?: number | null }} [retained]
 *
 * @typedef {object} Score
 * @property {number | null} rank of the culprit among the suspects, from 1
 * @property {number | null} share of the heap's growth, in percent
 * @property {boolean} line whether the culprit is told with one of the program's own lines
 * @property {string[]} unsampled types of which thousands piled up in the culprit, and no sample tells where one was allocated
 * @property {string} sentence the culprit's, or the first suspect's when there is none
 * @property {string} first the first suspect in a word that stays the same as long as it is the same place
 */

const isRecord = (/** @type {unknown} */ value) => typeof value === 'object' && value !== null;

/** All values in it, at any depth. @returns {Generator<unknown>} */
function* valuesIn(/** @type {unknown} */ value) {
  yield value;
  if (!isRecord(value)) return;
  for (const inner of Object.values(/** @type {object} */ (value))) yield* valuesIn(inner);
}

/** @returns {string[]} */
const textsIn = (/** @type {unknown} */ value) => [...valuesIn(value)].filter((inner) => typeof inner === 'string');

/** Frames are objects with a file and a line. @returns {string[]} */
const framesIn = (/** @type {unknown} */ value) =>
  [...valuesIn(value)].flatMap((inner) => {
    const { file, line } = /** @type {{ file?: unknown; line?: unknown }} */ (isRecord(inner) ? inner : {});
    return file !== undefined && line !== undefined ? [`${file}:${line}`] : [];
  });

const literally = (/** @type {string} */ text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const lastVia = (/** @type {Suspect} */ { path }) => path?.steps?.at(-1)?.via;

/** The type of the head, and of the heads that are named together with it. @returns {string[]} */
function headTypes(/** @type {Suspect} */ { type, owners = [] }) {
  const others = owners.map((owner) => (isRecord(owner) ? /** @type {{ type?: string }} */ (owner).type : undefined));
  return [type, ...others].filter((one) => one !== undefined);
}

/** @returns {boolean} */
export function isCulprit(/** @type {Suspect} */ suspect, /** @type {Expected} */ expected) {
  const { name, place, sentence, owners, leaves = [], taken = [], count = 1 } = suspect;
  const heads = expected.head.map((head) => new RegExp(`^(?:${head})$`));
  const said = textsIn([name, place, sentence, owners]).join(' ');
  const holders = [lastVia(suspect), suspect.path?.root?.field];
  const isHolder = (/** @type {string} */ via) =>
    holders.includes(via) || new RegExp(`[.#]${literally(via)}\\b`).test(said);
  const types = [...leaves, ...taken].map(({ type = '' }) => type);
  return (
    headTypes(suspect).some((type) => heads.some((head) => head.test(type))) &&
    (expected.via.length === 0 || expected.via.some(isHolder)) &&
    (expected.leaf.length === 0 || expected.leaf.some((leaf) => types.some((type) => type.startsWith(leaf)))) &&
    count <= Math.max(4, 2 * expected.culprits)
  );
}

/** @returns {boolean} */
export function tellsLine(/** @type {Suspect} */ suspect, /** @type {string[]} */ lines) {
  const frames = framesIn(suspect);
  const texts = textsIn(suspect);
  return lines.some((line) => {
    const inText = new RegExp(`${literally(line)}(?!\\d)`);
    return frames.includes(line) || texts.some((text) => inText.test(text));
  });
}

/** @returns {string[]} */
function unsampledIn(/** @type {Leaf[]} */ leaves) {
  /** @type {Map<string, { added: number; sampled: boolean }>} */
  const types = new Map();
  for (const { type = '', site = [], from, to } of leaves) {
    const { added, sampled } = types.get(type) ?? { added: 0, sampled: false };
    const more = (to?.objects ?? 0) - (from?.objects ?? 0);
    types.set(type, { added: added + more, sampled: sampled || site.length > 0 });
  }
  return [...types].filter(([, { added, sampled }]) => added >= 1000 && !sampled).map(([type]) => type);
}

/** @returns {Score} */
export function score(/** @type {Suspect[]} */ suspects, /** @type {Expected} */ expected) {
  const index = suspects.findIndex((suspect) => isCulprit(suspect, expected));
  const culprit = suspects[index];
  const [first] = suspects;
  return {
    rank: culprit === undefined ? null : index + 1,
    share: culprit?.retained?.hgp ?? null,
    line: culprit !== undefined && tellsLine(culprit, expected.app),
    unsampled: unsampledIn(culprit?.leaves ?? []),
    sentence: (culprit ?? first)?.sentence ?? 'no suspect',
    first: first === undefined ? 'none' : [first.type, lastVia(first) ?? first.path?.root?.field].join(' '),
  };
}
