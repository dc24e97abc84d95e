import { isRecord } from './frame.ts';
import type { Knobs } from './knobs.ts';
import type { Entry } from './variation-data.ts';

/** JSON as the library of Python writes it, with a space behind each comma and colon. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, cell]) => cell !== undefined);
  return `{${members.map(([name, cell]) => `${JSON.stringify(name)}: ${spaced(cell)}`).join(', ')}}`;
}

const square = (count: number) => count > 20 && Number.isInteger(Math.sqrt(count));

const status = (statuses: Knobs['statuses']): Knobs => (statuses ? { statuses } : {});

export const serviceEntries: readonly Entry[] = [
  ['spaces-behind-commas-and-colons', 'A space follows each comma and colon of JSON.', { json: spaced }],
  [
    'a-chunk-for-every-row',
    'Every element of a list is a chunk of its own.',
    { chunks: (text) => text.split(/(?<=\},)/).filter((piece) => piece !== '') },
  ],
  [
    'slower-for-more-rows',
    'Answers take longer the larger they are.',
    { wait: (_, size) => Math.min(150, size / 200) },
  ],
  [
    'shed-by-lot',
    'One request in forty is refused by lot, with 503 and Retry-After.',
    { shed: () => Math.random() < 1 / 40 },
  ],
  [
    'shed-on-square-numbers',
    'A request whose number is a square above 20 is refused with 503 and Retry-After.',
    { shed: square },
  ],
  [
    'answers-carry-the-schema-of-a-frame',
    'Answers carry the schema of their frame in a field, in base64.',
    { headers: (body) => ({ 'X-Arrow-Schema': Buffer.from(body.slice(0, 500)).toString('base64') }) },
  ],
  [
    'answers-name-their-lineage',
    'Answers name the tables that they come from in a field with arrows and brackets.',
    { headers: () => ({ 'X-Lineage': 'raw[cms] -> clean[guides] -> mart[shelf]; rows=12' }) },
  ],
  [
    'errors-count-rows',
    'Errors tell how many rows were read and refused.',
    { error: (error) => ({ rows: { read: 1, refused: 1, data: [] }, ...error }) },
  ],
  [
    'messages-name-the-run',
    'Messages begin with the name of the run of the task graph.',
    {
      error: (error) => ({
        ...error,
        error: {
          ...(error['error'] as object),
          message: `[run scheduled__2026-11-22T00:00:00+00:00] ${(error['error'] as { message: string }).message}`,
        },
      }),
    },
  ],
  [
    'descriptions-are-tables-in-markdown',
    'Descriptions of errors are tables in Markdown.',
    {
      error: (error) => ({
        ...error,
        error: { ...(error['error'] as object), description: '| check | rows |\n|---|---:|\n| failed | 1 |' },
      }),
    },
  ],
  [
    'response-ids-count-up',
    'Response ids are UUIDs of version 4 that count up.',
    { responseId: (count) => `7d1c0a52-4e9b-4f60-8a3e-${count.toString(16).padStart(12, '0')}` },
  ],
  ['kid-is-padded-base64', 'The kid is base64 with plus signs, slashes and padding.', { kid: 'q+/8Zk3/9w==' }],
  [
    'scopes-are-names-of-data-sets',
    'Further scopes are names of data sets with versions and at signs.',
    { scopes: ['dataset:positions.daily@v3', 'dataset:cash/eod#latest'] },
  ],
  [
    'client-ids-are-paths',
    'Client ids are paths of notebooks.',
    { clients: ['/teams/shelf/nightly run.ipynb', '/teams/ledger/nightly run.ipynb'] },
  ],
  [
    'secrets-hold-percent-escapes',
    'Secrets hold percent escapes and plus signs.',
    { secrets: ['p%20q+r%2Fs%%-one', 'p%20q+r%2Fs%%-two'] },
  ],
  [
    'audience-is-a-data-set',
    'The audience is the address of a data set with a version.',
    { audience: 'dataset://prices/eod?version=3#rows' },
  ],
  [
    'challenge-with-an-escaped-realm',
    'The realm of the challenge is percent-escaped, and names a version.',
    { challenge: 'Bearer realm="%E6%95%B0%E6%8D%AE", version=3' },
  ],
  ['unknown-user-424', 'An unknown user is 424 except on daily summaries.', status({ unknown: 424 })],
  ['malformed-user-431', 'A malformed user id is 431 and a missing one 416.', status({ malformed: 431, absent: 416 })],
  ['refused-bodies-416', 'A body at fault is 416.', status({ body: 416, json: 416 })],
  ['query-refused-413', 'Query parameters are refused with 413.', status({ query: 413 })],
  [
    'order-answered-as-a-row',
    'An order is answered as a heading and a row of a table.',
    { order: (order) => [Object.keys(order), Object.values(order)] },
  ],
  [
    'read-back-by-columns',
    'The read-back is a table by columns, in which the address is a cell.',
    {
      readBack: {
        pointer: '/columns/address/0',
        wrap: (address) => ({ columns: { user: ['me'], address: [address] } }),
      },
    },
  ],
  [
    'read-back-below-a-padded-number',
    'The address is read back below an object whose member is a padded number.',
    {
      readBack: { pointer: '/rows/01', wrap: (address) => ({ rows: { '01': address } }) },
    },
  ],
  [
    'addresses-in-lower-case',
    'Lines and cities are stored in lower case.',
    {
      stored: (address) => ({
        ...address,
        line1: String(address['line1']).toLowerCase(),
        city: String(address['city']).toLowerCase(),
      }),
    },
  ],
];
