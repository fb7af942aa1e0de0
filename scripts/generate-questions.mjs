// What the engine can be asked, as TypeScript: from docs/questions.schema.json, which is what `heaptrail schema` prints, the types
// of all parameters and the checks whether a value has them; and the properties that groupings and conditions are made of.
//   node scripts/generate-questions.mjs           writes the schema of build/release/heaptrail, and the TypeScript
//   node scripts/generate-questions.mjs --check   says whether the TypeScript is the schema's; exit status 1 if it is not. That the
//                                                 schema is the engine's, a test of the engine says (question_schema_test.cc).
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = join(root, 'build', 'release', 'heaptrail');
const schemaFile = join(root, 'docs', 'questions.schema.json');
const protocol = join(root, 'shared', 'protocol');
const target = join(protocol, 'question_args.ts');
const propertiesTarget = join(protocol, 'object_properties.ts');

const exactly = (value) => JSON.stringify(value);
const union = (words) => words.map(exactly).join(' | ');

/** A parameter's type. */
function typeOf(schema) {
  switch (schema.type) {
    case 'string':
      return schema.enum ? union(schema.enum) : 'string';
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return schema.items.enum ? `(${typeOf(schema.items)})[]` : `${typeOf(schema.items)}[]`;
    case 'object':
      return `{ ${Object.entries(schema.properties)
        .map(([name, property]) => `${name}: ${typeOf(property)}`)
        .join('; ')} }`;
    default:
      throw new Error(`no TypeScript for ${exactly(schema)}`);
  }
}

/** The check of a parameter, from the parts in parameter_checks.ts. */
function checkOf(schema) {
  switch (schema.type) {
    case 'string':
      if (schema.enum) return `oneOf(${schema.enum.map(exactly).join(', ')})`;
      return schema.pattern ? `textLike(/${schema.pattern}/)` : 'isText';
    case 'boolean':
      return 'isFlag';
    case 'integer':
      return 'isCount';
    case 'number':
      return `numberFrom(${schema.minimum}, ${schema.maximum})`;
    case 'array':
      return `listOf(${checkOf(schema.items)}${schema.maxItems === undefined ? '' : `, ${schema.maxItems}`})`;
    case 'object':
      return `recordOf({ ${Object.entries(schema.properties)
        .map(([name, property]) => `${name}: ${checkOf(property)}`)
        .join(', ')} })`;
    default:
      throw new Error(`no check for ${exactly(schema)}`);
  }
}

const capitalised = (name) => name[0].toUpperCase() + name.slice(1);
const argsOf = (question) => `${capitalised(question)}Args`;
const isRequired = (question, name) => question.required?.includes(name) ?? false;

function interfaceOf(name, question) {
  const parameters = Object.entries(question.properties).map(([parameter, schema]) => {
    const otherwise = schema.default === undefined ? '' : ` By default ${exactly(schema.default)}.`;
    const mark = isRequired(question, parameter) ? '' : '?';
    return `  /** ${schema.description}.${otherwise} */\n  ${parameter}${mark}: ${typeOf(schema)};`;
  });
  if (parameters.length === 0)
    return `/** ${question.description}. */\nexport type ${argsOf(name)} = Record<never, never>;`;
  return `/** ${question.description}. */
export interface ${argsOf(name)} {
${parameters.join('\n')}
}`;
}

function checksOf(name, question) {
  const checks = Object.entries(question.properties).map(
    ([parameter, schema]) =>
      `${parameter}: ${isRequired(question, parameter) ? checkOf(schema) : `optional(${checkOf(schema)})`}`,
  );
  return `${name}: { ${checks.join(', ')} },`;
}

/** What bounds a parameter beyond what its type does; undefined where nothing does. */
function limitsOf({ type, minimum, maximum, maxItems }) {
  if (type === 'number') return `{ least: ${minimum}, most: ${maximum} }`;
  return maxItems === undefined ? undefined : `{ most: ${maxItems} }`;
}

/** The limits of a question's parameters, if there are any. */
function limitLines(name, question) {
  const limits = Object.entries(question.properties)
    .filter(([, schema]) => limitsOf(schema) !== undefined)
    .map(([parameter, schema]) => `${parameter}: ${limitsOf(schema)}`);
  return limits.length === 0 ? [] : [`${name}: { ${limits.join(', ')} },`];
}

function typeScriptOf(schema) {
  const questions = Object.entries(schema.$defs);
  const text = `// What the engine can be asked: the parameters of each question, and whether a value has them. Generated from
// docs/questions.schema.json by \`npm run generate\`: do not edit. Questions are declared in native/answer (docs/architecture.md).
import { type ChecksOf, isCount, isFlag, isText, listOf, numberFrom, oneOf, optional, recordOf, textLike } from './parameter_checks';

${questions.map(([name, question]) => interfaceOf(name, question)).join('\n\n')}

/** The parameters of each question, by its name. */
export interface QuestionArgs {
${questions.map(([name]) => `  ${name}: ${argsOf(name)};`).join('\n')}
}

/** What each parameter of each question must be. */
export const parameterChecks: { readonly [Q in keyof QuestionArgs]: ChecksOf<QuestionArgs[Q]> } = {
${questions.map(([name, question]) => checksOf(name, question)).join('\n')}
};

/** How small and large numbers may be, and how long lists. */
export const parameterLimits = {
${questions.flatMap(([name, question]) => limitLines(name, question)).join('\n')}
} as const;
`;
  return formatted(text, target);
}

function propertiesOf(schema) {
  const words = (member) => union([...new Set(schema.objectProperties.map((property) => property[member]))]);
  const text = `// What groupings and conditions are made of. Generated from docs/questions.schema.json by \`npm run generate\`: do not edit.
// Properties are declared in native/classify/properties.

export interface ObjectProperty {
  name: string;
  /** What it is: a sentence without its full stop. */
  description: string;
  /** Whether it puts objects into rows, or goes on to others, which the properties in its brackets divide. */
  inGroupings: ${words('inGroupings')};
  /** Words for its parentheses. */
  options: readonly { word: string; description: string }[];
  /** What stands behind its name in conditions: none where it has no place in them, nothing where its name is enough. */
  comparedWith: ${words('comparedWith')};
  /** All that it can be compared with, where these are few. */
  words: readonly string[];
}

/** In the order in which people are told of them. */
export const objectProperties: readonly ObjectProperty[] = ${JSON.stringify(schema.objectProperties)};
`;
  return formatted(text, propertiesTarget);
}

function formatted(text, file) {
  const biome = join(root, 'node_modules', '.bin', 'biome');
  return execFileSync(biome, ['format', `--stdin-file-path=${relative(root, file)}`], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  });
}

const filesOf = (schema) => [
  [target, typeScriptOf(schema)],
  [propertiesTarget, propertiesOf(schema)],
];

if (process.argv[2] === '--check') {
  for (const [file, expected] of filesOf(JSON.parse(readFileSync(schemaFile, 'utf8')))) {
    if (readFileSync(file, 'utf8') === expected) continue;
    console.error(`${relative(root, file)} is not what ${relative(root, schemaFile)} says: run \`npm run generate\``);
    process.exitCode = 1;
  }
} else {
  const schema = JSON.parse(execFileSync(program, ['schema'], { encoding: 'utf8' }));
  writeFileSync(schemaFile, `${JSON.stringify(schema, null, 2)}\n`);
  for (const [file, text] of filesOf(schema)) writeFileSync(file, text);
}
