// The house stands: a room of native/ includes only from the rooms below it. Features (the folders of answer/) do not see
// each other: what two of them need is in answer/shared or below. Formats (trace/) are known to session/ and to nobody
// above it. The recorder has a rule of its own:
// it is loaded into other people's programs, so it takes base/, what writes recordings, and of descriptions what tells
// collections. In trace/recording, what writes and what reads do not see each other, but both the format. The program checks what
// it will ask of the recorder with the recorder's own eyes, and takes that one file of it.
//   node scripts/check-includes.mjs FOLDER        every fault, one line each; exit status 1 if there is one
//   node scripts/check-includes.mjs --self-test   the check against small trees that are right and wrong
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';

/** What each room may include besides itself: rooms, folders, files. A room that is not named here is a fault: give it its place first. */
const BELOW = (() => {
  const rooms = { base: [], text: ['base'], model: ['base', 'text'] };
  const onTopOf = (...names) => [...new Set(names.flatMap((name) => [name, ...rooms[name]]))];
  for (const room of ['trace', 'values', 'graph', 'dsl']) rooms[room] = onTopOf('model');
  // What is found in heaps sees no format; only session, which opens traces, does.
  rooms.structure = onTopOf('graph', 'dsl');
  rooms.waste = onTopOf('structure', 'values');
  rooms.classify = onTopOf('waste');
  rooms.growth = onTopOf('classify');
  rooms.trends = onTopOf('classify');
  rooms.ownership = onTopOf('growth');
  rooms.session = onTopOf('ownership', 'trends', 'trace');
  // Whoever stands on session sees no format.
  const aboveFormats = (...names) => onTopOf(...names).filter((name) => name !== 'trace');
  rooms.language = aboveFormats('session');
  rooms.answer = aboveFormats('session');
  rooms.addon = aboveFormats('answer', 'language');
  rooms.launch = ['base'];
  // What the recorder is asked for, and what it answers.
  rooms.cli = [...aboveFormats('answer', 'launch'), 'recorder/options.h', 'recorder/attach_answer.h'];
  rooms.recorder = [
    'base',
    'trace/recording/format',
    'trace/recording/write',
    'dsl/described_types.h',
    'dsl/names.h',
    'dsl/shipped_descriptions.h',
    'model/java_names.h',
  ];
  return rooms;
})();

/**
 * What formats share stands in trace/ itself, where open.h sees all of them. The numbers of variable length inside a recording's chunks are also
 * how states of an AntTracks replay are packed.
 */
const BESIDE_FORMATS = [
  'trace/added_references.h',
  'trace/dangling_references.h',
  'trace/java_references.h',
  'trace/loaded_classes.h',
  'trace/recording/format/payload.h',
];

/** What a file may include: of its own room everything, but a feature only itself and what features share. */
function allowedFor(name) {
  const [room, feature, file] = name.split('/');
  // What writes recordings is loaded into other people's programs, so it stands on base alone, and so does the format.
  if (name.startsWith('trace/recording/format/')) return ['trace/recording/format', 'base'];
  if (name.startsWith('trace/recording/write/')) return ['trace/recording/write', 'trace/recording/format', 'base'];
  if (name.startsWith('trace/recording/'))
    return ['trace/recording/read', 'trace/recording/format', ...BESIDE_FORMATS, ...BELOW.trace];
  // A format sees itself and what stands beside the formats; what stands there (the list of formats) sees all of them.
  if (room === 'trace' && file !== undefined) return [`trace/${feature}`, ...BESIDE_FORMATS, ...BELOW.trace];
  // What stands beside the features (the list of all questions) sees all of them.
  if (room !== 'answer' || file === undefined) return [room, ...BELOW[room]];
  return feature === 'shared'
    ? ['answer/shared', ...BELOW.answer]
    : [`answer/${feature}`, 'answer/shared', ...BELOW.answer];
}

function sources(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(cc|h)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Every include that points up or sideways, as a sentence. */
function faultsIn(folder) {
  const rooms = new Set(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name),
  );
  return sources(folder).flatMap((file) => {
    const name = relative(folder, file).split(sep).join('/');
    const room = name.split('/')[0];
    if (!(room in BELOW))
      return [`${name}: the room "${room}" has no place in the order of rooms (scripts/check-includes.mjs)`];
    const allowed = allowedFor(name);
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const included = /^\s*#\s*include\s*["<]([^">]+)[">]/.exec(line)?.[1];
        if (included === undefined) return [];
        if (/(^|\/)\.\.\//.test(included))
          return [`${name}:${index + 1}: "${included}": name the file from native/ on, without ".."`];
        // <vector> and other libraries' headers are nobody's room.
        if (!rooms.has(included.split('/')[0])) return [];
        if (allowed.some((below) => included === below || included.startsWith(`${below}/`))) return [];
        return [
          `${name}:${index + 1}: ${dirname(name)} must not include "${included}": it may use ${allowed.join(', ')}`,
        ];
      });
  });
}

function selfTest() {
  const cases = [
    {
      why: 'downwards',
      files: { 'model/heap.h': '#include "base/array.h"\n#include <vector>', 'base/array.h': '' },
      faults: 0,
    },
    { why: 'within a room', files: { 'cli/main.cc': '#include "cli/line.h"', 'cli/line.h': '' }, faults: 0 },
    {
      why: 'through several floors',
      files: { 'addon/addon.cc': '#include "base/array.h"', 'base/array.h': '' },
      faults: 0,
    },
    { why: 'upwards', files: { 'base/array.cc': '#include "model/heap.h"', 'model/heap.h': '' }, faults: 1 },
    {
      why: 'upwards in angle brackets',
      files: { 'base/array.cc': '  # include <model/heap.h>', 'model/heap.h': '' },
      faults: 1,
    },
    { why: 'sideways', files: { 'graph/mark.cc': '#include "trace/open.h"', 'trace/open.h': '' }, faults: 1 },
    {
      why: 'of a feature, of what features share and of session',
      files: {
        'answer/heap/heap.cc':
          '#include "answer/heap/heap.h"\n#include "answer/shared/form.h"\n#include "session/trace.h"',
        'answer/questions.cc': '#include "answer/heap/heap.h"',
        'answer/heap/heap.h': '',
        'answer/shared/form.h': '',
        'session/trace.h': '#include "trace/open.h"',
        'trace/open.h': '',
      },
      faults: 0,
    },
    {
      why: 'from a feature to another, or to a list of all',
      files: {
        'answer/heap/heap.cc': '#include "answer/growth/growth.h"\n#include "answer/questions.h"',
        'answer/growth/growth.h': '',
        'answer/questions.h': '',
      },
      faults: 2,
    },
    {
      why: 'from what features share to one of them',
      files: { 'answer/shared/form.h': '#include "answer/heap/heap.h"', 'answer/heap/heap.h': '' },
      faults: 1,
    },
    {
      why: 'from above session to a format',
      files: {
        'answer/heap/heap.cc': '#include "trace/open.h"',
        'cli/convert.cc': '#include "trace/jsonl/writer.h"',
        'trace/open.h': '',
        'trace/jsonl/writer.h': '',
      },
      faults: 2,
    },
    {
      why: 'from one format to another, and to the list of all',
      files: {
        'trace/jsonl/reader.cc':
          '#include "trace/hprof/survey.h"\n#include "trace/open.h"\n#include "trace/java_references.h"',
        'trace/open.cc': '#include "trace/hprof/survey.h"',
        'trace/hprof/survey.h': '',
        'trace/java_references.h': '',
        'trace/open.h': '',
      },
      faults: 2,
    },
    {
      why: 'from what is found in heaps to a format',
      files: { 'growth/tree.cc': '#include "trace/open.h"', 'trace/open.h': '' },
      faults: 1,
    },
    {
      why: 'between the two thin rooms',
      files: { 'cli/main.cc': '#include "addon/addon.h"', 'addon/addon.h': '' },
      faults: 1,
    },
    { why: 'by a way around', files: { 'base/array.cc': '#include "../model/heap.h"', 'model/heap.h': '' }, faults: 1 },
    { why: 'from a room nobody placed', files: { 'attic/box.cc': '' }, faults: 1 },
    {
      why: 'of one file of a room',
      files: {
        'cli/record.cc': '#include "recorder/options.h"\n#include "recorder/recorder.h"\n#include "launch/attach.h"',
        'recorder/options.h': '',
        'launch/attach.h': '',
      },
      faults: 1,
    },
    {
      why: 'from the recorder',
      files: {
        'recorder/agent.cc':
          '#include "base/array.h"\n#include "trace/recording/write/writer.h"\n#include "trace/recording/format/records.h"\n' +
          '#include "trace/recording/read/reader.h"\n#include "trace/open.h"\n#include "model/heap.h"',
        'base/array.h': '',
        'trace/recording/write/writer.h': '',
        'model/heap.h': '',
      },
      faults: 3,
    },
    {
      why: 'between what writes and what reads recordings, or from their format up',
      files: {
        'trace/recording/write/writer.cc':
          '#include "trace/recording/format/records.h"\n#include "trace/recording/read/reader.h"\n#include "model/heap.h"',
        'trace/recording/read/reader.cc':
          '#include "trace/recording/format/records.h"\n#include "trace/recording/write/writer.h"\n#include "model/heap.h"',
        'trace/recording/format/records.h':
          '#include "base/array.h"\n#include "trace/recording/read/reader.h"\n#include "trace/recording/write/writer.h"',
        'base/array.h': '',
        'model/heap.h': '',
      },
      faults: 5,
    },
  ];
  let wrong = 0;
  for (const { why, files, faults } of cases) {
    const folder = mkdtempSync(join(tmpdir(), 'includes-'));
    try {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      const found = faultsIn(folder);
      if (found.length !== faults) {
        wrong += 1;
        console.error(`An include ${why}: ${faults} fault(s) expected, found ${found.length}: ${found.join('; ')}`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  console.log(`${cases.length - wrong} of ${cases.length} small trees judged rightly`);
  return wrong === 0;
}

const [argument = 'native'] = process.argv.slice(2);
if (argument === '--self-test') {
  process.exitCode = selfTest() ? 0 : 1;
} else {
  const faults = faultsIn(argument);
  for (const fault of faults) console.error(fault);
  console.log(`${sources(argument).length} files looked at, ${faults.length} include(s) that point the wrong way`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
