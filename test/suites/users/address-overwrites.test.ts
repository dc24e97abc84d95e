import { describe, expect, test } from 'vitest';
import { addressAbroad, otherAddress, sampleAddress } from '../../../fixtures/samples/address.ts';
import { specialLine } from '../../../suites/address-classes.ts';
import { overwrites } from '../../../suites/users/address-overwrites.ts';
import { inWords } from '../../in-words.ts';
import type { Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { causeOf, silence, untilNow } from '../asking.ts';
import { judgementsOf, randomOf } from '../recorded.ts';
import type { Behaviour, Instead, Members, World } from './address-stub.ts';
import {
  addressBound,
  innocent,
  inUs,
  judgedAddress,
  refusing,
  serving,
  showing,
  without,
} from './address-stub.ts';

async function judged(behaviour: Behaviour = {}, world: World = {}) {
  const { judgements, steps } = await judgedAddress('overwrites', behaviour, world);
  return { judgements, cause: causeOf(judgements[0]), steps };
}
const instead = (at: RegExp, given: Instead[1]): World => ({ instead: [[at, given]] });
const addresses = (...all: readonly Members[]): World => ({
  bound: addressBound({ addresses: all }),
});
const storing = (
  store: (sent: Members, former: Members | undefined, nth: number) => Members | undefined,
): Behaviour => {
  let nth = 0;
  return { store: (sent, former) => store(sent, former, nth++) };
};
const merging = storing((sent, former) => ({ ...former, ...sent }));
const places = ['pair', 'pair-2', 'back', 'next-door', 'corrected', 'special', 'abroad'];

test.each(innocent)(
  'the second update is stored: the read-back shows %s',
  async (_what, behaviour) => {
    expect((await judged(behaviour)).cause).toBe('pass');
  },
);

test('each pair is sent once, and the first address is stored at the end', async () => {
  const { steps } = await judged();
  expect(steps.filter((step) => step.endsWith('-second'))).toEqual(
    places.map((step) => `${step}-second`),
  );
  expect(steps.at(-1)).toBe('home-again');
});

const stale = 'not-stored';
const survives = 'kept-in-part';
const stuck = 'never-updated';
const everyThirdLost = (after: number) =>
  storing((sent, former, nth) => (nth % 3 === after ? { ...former } : sent));
const firstLost = storing((sent, former) => (sent['city'] === 'Berlin' ? former : sent));
const never = storing((sent) => ({ ...sent, city: 'Bremerhaven' }));
const keepingText = storing((sent, former) => {
  const text = typeof sent['postalCode'] === 'string' ? sent['postalCode'] : former?.['text'];
  return { ...sent, postalCode: text ?? sent['postalCode'], text };
});
const cached = new Map<unknown, unknown>();
const queue: Members[] = [otherAddress];
const delayed = storing((sent) => (queue.push(sent) > 0 ? queue.shift() : sent));

test.each<[string, string, Behaviour]>([
  [stale, 'the first stays', storing((sent, former) => former ?? sent)],
  [stale, 'every third is lost', everyThirdLost(2)],
  [stale, 'every third is lost, the first among them', everyThirdLost(0)],
  [stale, 'every third is lost, the second among them', everyThirdLost(1)],
  [stale, 'the first of two is lost', firstLost],
  [
    survives,
    'one member is stored once',
    storing((sent, former) => ({ ...sent, city: (former ?? sent)['city'] })),
  ],
  [survives, 'a postal code as a string stays beside a number', keepingText],
  [
    survives,
    'the street is looked up by postal code',
    storing((sent) => {
      const line1 = cached.get(sent['postalCode']) ?? sent['line1'];
      cached.set(sent['postalCode'], line1);
      return { ...sent, line1 };
    }),
  ],
  [survives, 'the country is a default', storing((sent) => ({ ...sent, countryCode: 'DE' }))],
  [stuck, 'the country is another default', storing((sent) => ({ ...sent, countryCode: 'MT' }))],
  [stuck, 'one member is as before the run', never],
  [
    'wrong-characters',
    'signs are escaped',
    storing((sent) => ({ ...sent, line2: String(sent['line2']).replaceAll('&', '&amp;') })),
  ],
  [
    'member-lost',
    'the city is stored for others alone',
    {
      store: (sent, _former, all) =>
        all.set('{{user:second}}', otherAddress) && without(sent, 'city'),
    },
  ],
  ['stored-late', 'each is', delayed],
])('%s: %s', async (cause, _what, behaviour) => {
  const { cause: found, judgements } = await judged(behaviour);
  expect(judgements).toHaveLength(1);
  expect(found).toBe(cause);
});

const one = {
  line1: 'One Street 1',
  line2: 'Floor 3',
  city: 'Town',
  postalCode: 1234,
  countryCode: 'DE',
};
test.each<[string, Behaviour, World?, string?]>([
  ['the read-back is masked', showing(() => ({ line1: '***', city: '***' }))],
  ['the read-back has nothing there', { show: () => ({ body: {} }) }],
  [
    'the read-back only has a status',
    showing(() => ({ status: 'verified', kind: 'residential', countryCode: 'DE' })),
  ],
  ['the read-back is refused', { show: () => apiError(403) }],
  ['the read-back shows both', showing(() => [sampleAddress, otherAddress])],
  [
    'an update is only promised',
    { ...storing((sent, former) => former ?? sent), answer: { status: 202 } },
  ],
  [
    'one update is lost',
    storing((sent, former, nth) => (nth === 1 ? former : sent)),
    {},
    'not when repeated',
  ],
  ['the addresses do not differ', {}, addresses(one, one), 'no member differs'],
  ['the first update is refused', {}, instead(/pair-first$/, apiError(409))],
  [
    'the second update is refused',
    {},
    instead(/pair-second$/, apiError(409)),
    'the second update is not accepted',
  ],
  ['the second update gets no response', {}, instead(/pair-second$/, silence('closed'))],
  ['the first read-back does not come', {}, instead(/pair-first-read/, apiError(403))],
  ['the second read-back does not come', {}, instead(/pair-read/, silence('closed'))],
])('address/overwrites is inconclusive if %s', async (_what, behaviour, world, why = '') => {
  const { judgements } = await judged(behaviour, world);
  expect(inWords(judgements)).toContainEqual({
    kind: 'inconclusive',
    why: expect.stringContaining(why),
  });
  expect(judgements.map(({ kind }) => kind)).not.toContain('fail');
});

test.each<[string, Behaviour, World?]>([
  ['the first of two is lost, but was only promised', { ...firstLost, answer: { status: 202 } }],
  ['addresses abroad are refused', refusing(({ countryCode }) => countryCode === 'AT')],
  ['signs are refused', refusing(({ line2 }) => line2 === specialLine, 400)],
  ['a correction is refused', {}, instead(/^corrected-slip$/, apiError(409))],
  ['a correction cannot be read', {}, instead(/^corrected-read$/, apiError(403))],
])('address/overwrites passes if %s', async (_what, behaviour, world) => {
  expect((await judged(behaviour, world)).cause).toBe('pass');
});

test.each<[string, readonly string[], Behaviour, World?]>([
  ['is cleared', ['an omitted line2 is cleared'], {}],
  ['survives', ['an omitted line2 survives'], merging],
  [
    'may be refused',
    ['an address without line2: 422'],
    {},
    instead(/^without-line2$/, apiError(422)),
  ],
  ['may get no response', [], {}, instead(/^without-line2$/, silence('closed'))],
  ['cannot be seen', [], {}, instead(/^without-line2-read$/, apiError(403))],
  [
    'is the same in both',
    [],
    {},
    addresses(sampleAddress, { ...otherAddress, line2: sampleAddress.line2 }),
  ],
  [
    'is in the first alone',
    [],
    merging,
    addresses(one, { line1: 'Other Way 22', city: 'Village', countryCode: 'DE' }),
  ],
])('an omitted line2 %s: %j', async (_what, values, behaviour, world) => {
  const { judgements } = await judged(behaviour, world);
  expect(inWords(judgements)).toEqual([
    { kind: 'pass' },
    ...values.map((value) => ({ kind: 'observed', value })),
  ]);
});

describe('two addresses of an operator', () => {
  const nearby = [
    inUs('Brooklyn', '10 High Street', 'Flat 2', '11201'),
    inUs('Manhattan', '21 High Street', 'Suite 9', '10016'),
  ];
  const boston = inUs('Boston', '1 School Lane', 'Door 7', '02108');
  const town = ({ city }: Members) => (/Brooklyn|Manhattan/.test(String(city)) ? 'New York' : city);
  const inTown = storing((sent) => ({ ...sent, city: town(sent), line2: town(sent) }));
  const street = storing((sent) => ({
    ...sent,
    line1: String(sent['line1']).replace(/\d+ High Street/, 'High St'),
  }));
  const abroadRefused = refusing(({ countryCode }) => countryCode !== 'US');

  test.each<[string, string, Behaviour, readonly Members[]]>([
    ['pass', 'may share the name of the town', inTown, nearby],
    [
      'pass',
      'may share it if addresses abroad are refused',
      { ...inTown, ...abroadRefused },
      nearby,
    ],
    ['pass', 'may share a street', street, nearby],
    [stuck, 'do not hide a member that stays', never, nearby],
    [stuck, 'do not hide it', { ...never, ...abroadRefused }, [...nearby, boston]],
    ['pass', 'tell nothing if no other is accepted', { ...never, ...abroadRefused }, nearby],
  ])('%s: they %s', async (cause, _what, behaviour, all) => {
    expect((await judged(behaviour, addresses(...all))).cause).toBe(cause);
  });

  test('are the only ones that are sent if a postal code is a string', async () => {
    const { steps } = await judged({}, addresses(...nearby));
    expect(steps.filter((step) => /^(?:back|next-door|abroad)/.test(step))).toEqual([]);
  });
});

test('the built-in addresses show a member that is never updated, even if no other address is accepted', async () => {
  const known = [sampleAddress, otherAddress].map(({ city }) => city);
  const elsewhereRefused = refusing(({ city }) => !known.includes(String(city)));
  expect((await judged({ ...never, ...elsewhereRefused })).cause).toBe(stuck);
});

test.each<[string, RegExp]>([
  [stale, /^corrected(?:-again-1)?-second$/],
  ['inconclusive', /^corrected-second$/],
])('%s: a correction is not stored at %s', async (kind, at) => {
  const untouched: Given = { status: 204, headers: [] };
  const { judgements } = await judged({}, instead(at, untouched));
  expect(causeOf(judgements.at(-1))).toBe(kind);
});

test('a correction waits for writes that may end after the response, counted from the last response', async () => {
  const { ask: plain } = serving();
  const wait = 15;
  const asked = new Map<string, number>();
  const ask = untilNow(async (step, request, proof) => {
    asked.set(step, performance.now());
    const came = await plain(step, request, proof);
    return /^corrected-(?:first-read|second)$/.test(step)
      ? { ...came, endedAt: Date.now() - 750 + wait }
      : came;
  });
  await judgementsOf(overwrites.run(addressBound(), ask));
  for (const [from, to] of [
    ['corrected-first-read', 'corrected-slip'],
    ['corrected-second', 'corrected-read'],
  ] as const) {
    expect((asked.get(to) ?? 0) - (asked.get(from) ?? 0)).toBeGreaterThan(wait - 3);
  }
});

test('an address abroad has the types of the configured one', async () => {
  const sent = new Set<unknown>();
  const noting = storing((address) => sent.add(JSON.stringify(address)) && address);
  await judged(
    noting,
    addresses({ ...sampleAddress, postalCode: '01067' }, { ...otherAddress, postalCode: '98765' }),
  );
  expect(sent).toContain(JSON.stringify({ ...addressAbroad, postalCode: '1010' }));
});

test('two random replicas cause no finding if one lags by one update, or shows the address without its line2', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const replicaOf = randomOf(seed, 2);
    let former: Members = {};
    const lagging: Behaviour = {
      store: (sent, before = {}) => {
        former = before;
        return sent;
      },
      show: (stored = {}) => ({ body: { address: replicaOf() === 0 ? stored : former } }),
    };
    expect((await judged(lagging)).judgements.map(({ kind }) => kind)).not.toContain('fail');
    const differing = showing((address) =>
      replicaOf() === 0 ? without(address, 'line2') : { ...address, by: 'b' },
    );
    expect((await judged(differing)).cause).toBe('pass');
  }
});
