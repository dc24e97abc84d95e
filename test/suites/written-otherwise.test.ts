import { expect, test } from 'vitest';
import { sentenceText } from '../../engine/exchange/sentence.ts';
import {
  type Exchange,
  orInconclusive,
  type Request,
  sentHeader,
  valueText,
} from '../../engine/index.ts';
import { sampleAddress } from '../../fixtures/samples/address.ts';
import { indented, undecoded, withEscape } from '../../fixtures/samples/json-writings.ts';
import { putAddress, readBack, update } from '../../suites/address-update.ts';
import {
  judgeWritings,
  withOtherFieldNames,
  writingsOfAddress,
} from '../../suites/written-otherwise.ts';
import { type Given, withHeaders } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, causeOf, silence, type Target } from './asking.ts';
import { addressBound, readBackId, serving } from './users/address-stub.ts';

const plain = update(addressBound(), sampleAddress);
const writings = [...writingsOfAddress(plain, sampleAddress), withOtherFieldNames(plain)];
const textOf = ({ body }: Request) => valueText(body ?? '');

test('a body is written in three other ways with the same JSON value', () => {
  const texts = writings.slice(0, 3).map(({ request }) => textOf(request));
  for (const text of texts) expect(JSON.parse(text)).toEqual(JSON.parse(textOf(plain)));
  expect(new Set([...texts, textOf(plain)]).size).toBe(4);
  expect(texts).toEqual([
    expect.stringContaining('\n  "address": {\n'),
    expect.stringMatching(/^\{"address":\{"countryCode":.*"line1":"[^"]*"\}\}$/),
    expect.stringContaining('"\\u0055nter den Linden 77"'),
  ]);
});

test('the header section is written with names in another case and another order', () => {
  const { headers, ...others } = withOtherFieldNames(plain).request;
  const { headers: before, ...rest } = plain;
  expect(others).toEqual(rest);
  expect(headers.map(([name]) => name)).toEqual([
    'content-type',
    'X-User-Id',
    'authorization',
    'accept',
  ]);
  for (const [name] of before)
    expect(sentHeader({ ...plain, headers }, name)).toEqual(sentHeader(plain, name));
});

test('an escape replaces the first ASCII letter', () => {
  expect(withEscape({ a: '7 Äb"c', b: 1 }, '7 Äb"c')).toBe('{"a":"7 Ä\\u0062\\"c","b":1}');
  expect([withEscape({ a: '7' }, '7'), withEscape({ a: 'b' }, 'c')]).toEqual([
    '{"a":"7"}',
    '{"a":"b"}',
  ]);
  expect(undecoded('7 Wien')).toBe('u0057ien');
  expect(indented([1])).toBe('[\n  1\n]');
});

type Refuses = (step: string, request: Request, nth: number) => boolean;

/**
 * Resolves to the causes of findings and the steps. Requests that `refuses` selects get `refusal`,
 * others 204.
 */
async function judged(refuses: Refuses, refusal: Given | Exchange = apiError(403)) {
  const steps: string[] = [];
  const ask = asking((step, _path, nth, request) => {
    steps.push(step);
    return refuses(step, request, nth) ? refusal : { status: 204 };
  });
  return { causes: (await judgeWritings(ask, plain, writings)).map(causeOf), steps };
}
const isOther: Refuses = (_step, request) => textOf(request) !== textOf(plain);
const isRenamed: Refuses = (_step, { headers }) => !headers.some(([name]) => name === 'x-user-id');

test('each form is sent once if it is accepted', async () => {
  expect(await judged(() => false)).toEqual({
    causes: [],
    steps: [0, 1, 2, 3].map((nth) => `written-${nth}`),
  });
});

test.each<[Refuses, readonly string[]]>([
  [isOther, ['with indented JSON', 'with its members in another order', 'with an escaped letter']],
  [isRenamed, ['with header names in another case']],
])(
  'a form that is refused each time is a finding if the plain one is not: %s, %j',
  async (refuses, how) => {
    expect((await judged(refuses)).causes).toEqual(
      how.map((one) => `other-writing-refused:${one}`),
    );
  },
);

const statuses = [402, 408, 409, 412, 421, 423, 425, 428, 429, 500, 503, 304];
const others = [...statuses.map((status) => apiError(status)), silence('closed')];
test.each(others)('%j to another form is no finding', async (given) => {
  expect((await judged(isOther, given)).causes).toEqual([]);
});

const plainAs =
  (steps: RegExp): Refuses =>
  (step, request) =>
    textOf(request).includes('\n') || steps.test(step);
test.each<[string, Refuses]>([
  ['the plain one is refused at once', plainAs(/-before-1$/)],
  ['the plain one is refused at the end', plainAs(/-after-2$/)],
  ['it is accepted the third time', (step) => /^written-0(?:-again-1)?$/.test(step)],
  // Replicas or limits that refuse every n-th request.
  ...[2, 3, 4, 5].flatMap((every) =>
    Array.from({ length: every }, (_, from): [string, Refuses] => {
      return [
        `one in ${every} is refused, from ${from}`,
        (_step, _request, nth) => (nth + from) % every === 0,
      ];
    }),
  ),
])('a refused form is no finding if %s', async (_what, refuses) => {
  expect((await judged(refuses)).causes).toEqual([]);
});

const read = (target: Given | Exchange | Target, user: 'first' | 'second' = 'first') =>
  readBack(
    addressBound(),
    asking(typeof target === 'function' ? target : () => target),
    'read',
    user,
  );
const whyNot = (reading: Promise<unknown>) =>
  reading.then(
    () => undefined,
    (error) => sentenceText(orInconclusive(error).why),
  );

test('a read-back is requested once from the endpoint in the profile, and not at all without one', async () => {
  const { ask, steps } = serving();
  await readBack(addressBound(), ask, 'read');
  expect([steps, addressBound().profile.addressReadBack?.endpoint]).toEqual([['read'], readBackId]);
  const { addressReadBack: _none, ...profile } = addressBound().profile;
  expect(await whyNot(readBack({ ...addressBound(), profile }, ask, 'read'))).toMatch(
    /declares no read-back/,
  );
});

test.each<[string, Given | Exchange]>([
  ['silence', silence('closed')],
  ['a refusal', apiError(403)],
  ['a failure', { status: 500, body: { address: {} } }],
  ['no JSON', { body: 'text' }],
  ['nothing at the place', { body: { data: {} } }],
  ['a 404 without ApiError', { status: 404, body: { address: {} } }],
  ['a response from a cache', withHeaders({ Age: '5' }, { body: { address: {} } })],
])('a read-back that is %s is inconclusive', async (_what, given) => {
  expect(await whyNot(read(given))).toBeTypeOf('string');
});

test.each([{ status: 204 }, apiError(404), { body: { address: null } }])(
  'nothing is stored if %j',
  async (given) => {
    expect(await read(given)).toMatchObject({ texts: [] });
  },
);

const there: Given = { body: { address: { a: 'b' } } };
test.each<[string, Given]>([
  ['a missing member', { body: {} }],
  ['an empty list', { body: { addresses: [] } }],
  ['an empty body', { body: '' }],
])(
  '%s means that the second user has no address only if the first user has one there',
  async (_what, given) => {
    const second = (others: Given) => read((step) => (step === 'read' ? given : others), 'second');
    expect(await second(there)).toMatchObject({ texts: [] });
    const first = read((step) => (step === 'read' ? given : there));
    for (const reading of [second(given), second(apiError(403)), first])
      expect(await whyNot(reading)).toMatch(/nothing at "\/address"/);
  },
);

const unclear: Given[] = [apiError(403), { status: 500, body: {} }, { body: 'text' }];
test.each(unclear)('%j does not mean that the second user has no address', async (given) => {
  const reading = read((step) => (step === 'read' ? given : there), 'second');
  expect(await whyNot(reading)).toMatch(/^the read-back failed: /);
});

test.each([
  ['0', 'b0'],
  ['1 2 0', 'b2'],
])('a response from a cache is requested again until it is fresh: Age %s', async (ages, text) => {
  const target: Target = (_step, _path, nth) =>
    withHeaders({ Age: ages.split(' ')[nth] ?? '' }, { body: { address: { a: `b${nth}` } } });
  expect(await read(target)).toMatchObject({ texts: [text] });
});

const given = { city: 'Ulm' };
test.each([
  [undefined, 204, undefined],
  [true, 400, undefined],
  [true, 400, [{ city: 'Bonn' }, {}]],
  [false, 400, [given, {}]],
])(
  'the reason tells the operator to configure other addresses, %s: %i with %j',
  async (isTold, status, addresses) => {
    const bound = addressBound(addresses ? { addresses } : {});
    const ask = asking(() => (status === 204 ? { status } : apiError(status)));
    const why = await whyNot(putAddress(bound, ask, 'update', given));
    expect(why?.includes('profile.addresses')).toBe(isTold);
  },
);
