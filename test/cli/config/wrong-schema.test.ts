import { describeRefusals, profile, type Row } from './refusals.ts';

const correctThere = 'Correct the schema there.';
const correctFile = 'Correct the file at that line.';
const plainJson = 'Write plain JSON there, or leave it out.';
const notFetched = 'Copy that schema into $defs and refer to it there.';
const place = 'responseSchemas["GET /cash"]';

/** Returns the row of a schema of GET /cash. */
function inline(schema: unknown, found: string | RegExp, cure: string, files = {}): Row {
  return profile({ responseSchemas: { 'GET /cash': schema } }, place, found, cure, files);
}

function inFile(text: string, found: string, cure: string): Row {
  return inline('./cash.json', `"./cash.json", which ${found}`, cure, { 'cash.json': text });
}

/** Returns the row of a schema of GET /cash that only a module can contain. */
function inModule(schema: string, key: string, found: string, before = ''): Row {
  const text = `${before}export default { profile: { responseSchemas: { 'GET /cash': ${schema} } } };`;
  return [
    { files: { 'harness.config.mjs': text } },
    `profile.${place}.${key}`,
    'harness.config.mjs',
    found,
    plainJson,
  ];
}

const misspelt = { properties: { balances: { type: 'aray' } } };
const draft7 = 'http://json-schema.org/draft-07/schema#';
const elsewhere = 'https://schemas.example.com/cash.json#/$defs/a';
const beside = { items: { $ref: './balance.schema.json' } };
const endless = {
  $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } },
  $ref: '#/$defs/a',
};
const itself = 'const a = { not: {} };\na.not = a;\n';

describeRefusals('a wrong schema', [
  inline(
    7,
    '7',
    'Write a JSON Schema 2020-12, or the path of a JSON file that contains one instead of a number.',
  ),
  inline(
    misspelt,
    'a schema whose value at "/properties/balances/type" must be one of array, boolean…',
    correctThere,
  ),
  inline({ minimum: '1' }, 'a schema whose value at "/minimum" must be number', correctThere),
  inline(
    { pattern: '(' },
    /^a schema that cannot be used: "Invalid regular expression: /,
    'Correct the schema.',
  ),
  inline(
    { $schema: draft7, type: 'object' },
    `a schema for "${draft7}"`,
    'Convert it to JSON Schema 2020-12.',
  ),
  inline(
    { $ref: elsewhere },
    `a schema that refers to "${elsewhere}", which the harness does not fetch`,
    notFetched,
  ),
  inline(beside, 'a schema that refers to "balance.schema.json"…', notFetched, {
    'balance.schema.json': '{}',
  }),
  inline(
    { $ref: '#/$defs/a' },
    'a schema that refers to "#/$defs/a", which it…',
    'Correct the reference.',
  ),
  inline(
    endless,
    'a schema that cannot be used: "its references form an endless loop"',
    'Correct the schema.',
  ),
  inline(
    './cash.json',
    'no file at "./cash.json"',
    'Correct the path, which is relative to the configuration.',
  ),
  inline('.', '".", which cannot be read (EISDIR)', 'Name a readable file.'),
  inFile(
    '{ "type": "object"\n  "required": [] }',
    'is not valid JSON: CommaExpected at line 2, column 3',
    correctFile,
  ),
  inFile('', 'is not valid JSON: ValueExpected at line 1, column 1', correctFile),
  inFile('[]', 'contains a list of 0', 'Name another file.'),
  inModule(
    '{ properties: { at: { const: new Date(0) } } }',
    'properties.at.const',
    'an object of type Date',
  ),
  inModule('{ type: undefined }', 'type', 'undefined'),
  inModule('a', 'not', 'a circular reference', itself),
]);
