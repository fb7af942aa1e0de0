// What must be reached, in one place: how many programs of a group must be found in each of the ways in which they are looked at.

/**
 * @typedef {import('./programs.mjs').Group} Group
 * @typedef {import('./answers.mjs').Answers} Answers
 *
 * @typedef {object} Limit
 * @property {string} title
 * @property {Group} group
 * @property {number | 'all'} least
 * @property {(answers: Answers) => boolean} holds
 */

const found = (/** @type {import('./score.mjs').Score} */ { rank }) => rank === 1;

/** Where several places are right, it may be another of them. @returns {boolean} */
export const sameBesideBallast = (/** @type {Answers} */ { recording, ballast }) =>
  recording.first === ballast?.first || (found(recording) && ballast !== undefined && found(ballast));

/** @type {Limit[]} */
export const limits = [
  {
    title: 'the culprit is the first suspect of the recording',
    group: 'libraries',
    least: 16,
    holds: ({ recording }) => found(recording),
  },
  {
    title: "the culprit is told with the program's own line",
    group: 'libraries',
    least: 15,
    holds: ({ recording }) => found(recording) && recording.line,
  },
  {
    title: 'samples tell where things were allocated that piled up by the thousand',
    group: 'libraries',
    least: 'all',
    holds: ({ recording }) => found(recording) && recording.unsampled.length === 0,
  },
  {
    title: 'the culprit is the first suspect of two heap dumps',
    group: 'libraries',
    least: 15,
    holds: ({ dumps }) => found(dumps),
  },
  {
    title: 'the culprit is what holds the most in one heap dump alone',
    group: 'libraries',
    least: 15,
    holds: ({ alone }) => found(alone),
  },
  {
    title: 'the culprit is the first suspect without descriptions',
    group: 'libraries',
    least: 15,
    holds: ({ undescribed }) => found(undescribed),
  },
  {
    title: 'the first suspect is the same beside a large table that does not grow',
    group: 'libraries',
    least: 'all',
    holds: sameBesideBallast,
  },
  {
    title: 'the class-loader leak is the first suspect of the recording',
    group: 'loaders',
    least: 'all',
    holds: ({ recording }) => found(recording),
  },
  {
    title: 'the class-loader leak is the first suspect of two heap dumps',
    group: 'loaders',
    least: 'all',
    holds: ({ dumps }) => found(dumps),
  },
];
