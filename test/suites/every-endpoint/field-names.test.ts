import { expect, test } from 'vitest';
import { isProper } from '../../../engine/index.ts';
import { judgeFieldNames } from '../../../engine/judging/field-names.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, silence } from '../asking.ts';
import { recorded } from '../recorded.ts';

const good: Given = { body: { data: [] } };
type Responding = (step: string) => ReturnType<typeof silence> | Given;

/** Responds with `other` to header names in another case, otherwise with `control`. */
const judged = (other: Responding, control: Responding = () => good) =>
  recorded(
    (ask) => judgeFieldNames(boundTo('cash'), ask),
    (step, _path, _nth, { headers }) => (headers.some(([name]) => name === 'X-User-Id') ? other(step) : control(step)),
  );

test('the request has the same header values, and is sent once if it is served', async () => {
  const { sent, steps, kinds } = await judged(() => good);
  expect([steps, kinds]).toEqual([['names-in-other-case'], []]);
  const { headers = [] } = sent[0]?.request ?? {};
  expect(headers.map(([name]) => name)).toEqual(['accept', 'authorization', 'X-User-Id']);
  expect(headers.map(([, value]) => value)).toEqual(answered().request.headers.map(([, value]) => value));
});

test.each([400, 401, 403])('two refusals with %d are a finding', async (status) => {
  expect((await judged(() => apiError(status))).causes).toEqual(['header names in another case are refused']);
});

test.each<[string, string[], Responding, Responding?]>([
  ['a 404', [], () => apiError(404)],
  ['a 429', [], () => apiError(429)],
  ['a 500', [], () => apiError(500)],
  ['a 503', [], () => apiError(503)],
  ['no response', [], () => silence('timeout')],
  ['one refusal', ['inconclusive'], (step) => (step === 'names-again' ? good : apiError(401))],
  ['one refusal and load shedding', ['inconclusive'], (step) => apiError(step === 'names-again' ? 503 : 401)],
  ...['names-control', 'names-control-after'].map((refused): [string, string[], Responding, Responding] => [
    `refusals, and one of ${refused}`,
    [],
    () => apiError(401),
    (step) => (step === refused ? apiError(401) : good),
  ]),
])('%s: %j', async (_what, kinds, other, control) => {
  expect((await judged(other, control)).kinds).toEqual(kinds);
});

const { headers } = answered().request;
test.each([
  ['as they are', true, headers],
  ['in lowercase', false, headers.map(([name, value]) => [name.toLowerCase(), value] as const)],
  ...['Proxy-Authorization', 'Authorization-Info', 'not-x-user-id', 'X-User-Id-Hint'].map(
    (name) => [`and ${name}, which is another field`, true, [...headers, [name, 'text'] as const]] as const,
  ),
] as const)('other requirements judge field names %s: %s', (_what, expected, all) => {
  const guides = { method: 'GET', path: '/learn/learning-guides' };
  expect(isProper(answered({ request: { headers: all } }), guides)).toBe(expected);
});
