import { expect, test } from 'vitest';
import { type Bound, type Judgement, valueText } from '../../../engine/index.ts';
import { openAddresses } from '../../../fixtures/malformed/open-address.ts';
import { otherAddress, sampleAddress } from '../../../fixtures/samples/address.ts';
import { firstAddress } from '../../../suites/address-update.ts';
import { address, postalCodes } from '../../../suites/users/address.ts';
import { inWords } from '../../in-words.ts';
import type { Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { requirementOf } from '../asking.ts';
import { saidBy } from '../said.ts';
import {
  addressBound,
  type Behaviour,
  judgedAddress,
  leaving,
  refusing,
  roomForOne,
  wellTyped,
} from './address-stub.ts';

const always = (given: Given): Behaviour => ({ check: () => given });
const pinned = (changes: Partial<Bound['endpoint']>): Bound => {
  const bound = addressBound();
  return { ...bound, endpoint: { ...bound.endpoint, ...changes } };
};
const [status200, withAddress] = [
  { statuses: [200] },
  { responseSchema: { type: 'object', required: ['address'] } },
];
const elsewhere = (status: number): Behaviour => ({
  check: ({ city }) => (city === sampleAddress.city ? { status } : undefined),
});

test.each<[string, string, Behaviour, Bound?]>([
  ['pass,observed', '204', {}],
  ['pass,observed', '202', { answer: { status: 202, body: {} } }],
  ['pass,observed', 'a body that is no JSON', { answer: { body: 'OK' } }],
  [
    'pass,observed',
    'a refusal of numeric postal codes',
    refusing((one) => typeof one['postalCode'] === 'number', 400),
  ],
  ['pass,observed', '300 to one', elsewhere(300)],
  ['pass,observed', '399 to one', elsewhere(399)],
  ['fail', '304 to every address', always({ status: 304 })],
  ['fail', '422 without ApiError', always({ status: 422, body: 'no' })],
  ['fail', 'a status other than the pinned one', {}, pinned(status200)],
  ['pass,observed', 'the pinned status', { answer: { status: 200, body: {} } }, pinned(status200)],
  ['fail', 'a body against the pinned schema', { answer: { body: {} } }, pinned(withAddress)],
  [
    'pass,observed',
    'a body by the pinned schema',
    { answer: { body: { address: {} } } },
    pinned(withAddress),
  ],
])('address/accepted is %s by %s', async (kinds, what, behaviour, bound = addressBound()) => {
  const judged = (await judgedAddress('accepted', behaviour, { bound })).kinds;
  if (what.includes('against')) expect(judged).toContain(kinds);
  else expect(judged).toBe(kinds);
});

test.each([
  ['fail', [400, 405, 401]],
  ['inconclusive', [403, 404, 409, 422]],
  ['inconclusive', [500, 503, 429]],
])('address/accepted is %s if every address gets %j', async (kind, statuses) => {
  for (const status of statuses) {
    const { kinds, steps } = await judgedAddress('accepted', always(apiError(status)));
    expect(kinds).toBe(kind);
    if (status === 429 || status > 499) expect(steps).toEqual(['address']);
  }
});

const taking = (type: string, status?: number) =>
  refusing(({ postalCode }) => typeof postalCode !== type, status);
const letters = addressBound({
  addresses: [
    { line1: '10 Downing Street', city: 'London', postalCode: 'SW1A 2AA', countryCode: 'GB' },
  ],
});
const otherRefused = refusing(({ city }) => city === otherAddress.city);

test.each<[Judgement['kind'], string, string, Behaviour, Bound?]>([
  ['pass', 'number', 'both types are taken', {}],
  ['fail', 'number', 'strings alone are taken', taking('string')],
  ['pass', 'number', 'numbers alone are taken', taking('number')],
  ['fail', 'string', 'numbers alone are taken', taking('number', 400)],
  ['pass', 'string', 'strings alone are taken', taking('string')],
  ['inconclusive', 'number', 'there is a conflict', taking('string', 409)],
  ['pass', 'string', 'the second address is refused', otherRefused],
  // If the operator's postal codes have letters, a refused number is no finding.
  ['inconclusive', 'number', 'the operator gave letters', taking('string', 400), letters],
])(
  '%s: a postalCode that is a %s if %s',
  async (kind, type, _what, behaviour, bound = addressBound()) => {
    expect((await judgedAddress(`postal-code-${type}`, behaviour, { bound })).kinds).toBe(kind);
  },
);

const builtIn = sampleAddress.postalCode;
test.each<[unknown, readonly [unknown, boolean], readonly [unknown, boolean]]>([
  [undefined, [builtIn, true], [String(builtIn), true]],
  [10115, [10115, true], ['10115', false]],
  ['01067', [builtIn, false], ['01067', true]],
  ['SW1A', [builtIn, false], ['SW1A', true]],
  [{}, [builtIn, false], [String(builtIn), false]],
])('postal codes are derived from %j: %j, %j', (postalCode, asNumber, asString) => {
  const bound = addressBound(postalCode === undefined ? {} : { addresses: [{ postalCode }] });
  const codes = postalCodes(bound, firstAddress(bound));
  const found = [codes.number, codes.string].map(({ address, given }) => [
    address['postalCode'],
    given,
  ]);
  expect(found).toEqual([asNumber, asString]);
});

/** Refuses an update with the status that `statusOf` returns for its JSON and all earlier ones. */
function responding(
  statusOf: (sent: string, earlier: readonly string[]) => number | undefined,
): Behaviour {
  const earlier: string[] = [];
  return {
    check: (address) => {
      const sent = JSON.stringify(address);
      const status = statusOf(sent, earlier);
      earlier.push(sent);
      if (status === undefined) return undefined;
      return status < 400 ? { status } : apiError(status);
    },
  };
}
const third = (status: number) =>
  responding((_sent, { length }) => (length === 2 ? status : undefined));
const eachThird = (status: number) =>
  responding((_sent, { length }) => (length % 3 === 2 ? status : undefined));
const unchanged = (status: number) =>
  responding((sent, earlier) => (sent === earlier.at(-1) ? status : undefined));

test.each<[Judgement['kind'], string, Behaviour, string?]>([
  ['pass', 'accepted', {}],
  ['inconclusive', 'refused once', third(409), 'not again'],
  ['inconclusive', 'a failure', third(500), '500'],
  ['fail', 'a conflict', unchanged(409)],
  [
    'fail',
    'refused once it was sent',
    responding((sent, earlier) => (earlier.includes(sent) ? 409 : undefined)),
  ],
  ['fail', 'answered with 300', eachThird(300)],
  ['fail', 'answered with 304', unchanged(304)],
  ['fail', 'answered with 399', eachThird(399)],
])(
  'address/repeatable is %s if the same update again is %s',
  async (kind, _what, behaviour, why) => {
    const { judgements, kinds } = await judgedAddress('repeatable', behaviour);
    expect(kinds).toBe(kind);
    if (why) expect(inWords(judgements[0])).toMatchObject({ why: expect.stringContaining(why) });
  },
);

test.each<[string, string, Behaviour]>([
  ['postal-code-number', 'a postalCode that is a number is refused', taking('string')],
  ['repeatable', 'an update is refused when repeated', unchanged(409)],
  [
    'accepted',
    'a well-formed request is refused with its members in another order',
    refusing((sent) => Object.keys(sent)[0] !== 'line1'),
  ],
  [
    'postal-code-letters',
    'a postalCode with letters is refused',
    refusing(({ postalCode }) => /[A-Z]/.test(String(postalCode))),
  ],
  ['overwrites', 'an accepted update is not stored', { store: (sent, former) => former ?? sent }],
  ['isolation', "an update deletes another user's address", roomForOne],
  ['isolation', "an update changes another user's address", leaving((sent) => sent)],
  [
    'isolation',
    "another user's address changes with each update",
    leaving((_sent, nth) => ({ line1: `Quay ${nth}`, city: 'Kiel' })),
  ],
])('address/%s says: %s', async (name, title, behaviour) => {
  const { judgements } = await judgedAddress(name, behaviour);
  const found = judgements.find(({ kind }) => kind === 'fail');
  const said = saidBy(requirementOf(address, name), found);
  expect(said).toMatchObject({ title, expected: expect.stringMatching(/./) });
});

test('address/coercion reports the response to each address, and stores a well-formed one at the end', async () => {
  const { judgements, steps, stored } = await judgedAddress('coercion', { check: wellTyped });
  expect(inWords(judgements)).toEqual([
    { kind: 'observed', value: expect.stringMatching(/^204: .*no line1/) },
    { kind: 'observed', value: expect.stringMatching(/^422: .*line1 null/) },
  ]);
  expect(steps.at(-1)).toBe('after');
  expect(JSON.stringify({ address: stored })).toBe(
    valueText(addressBound().wellFormed().body as string),
  );
  expect(new Set(openAddresses({}).map(({ label }) => label)).size).toBe(openAddresses({}).length);
});
