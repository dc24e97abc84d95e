import { describe, expect, test } from 'vitest';
import { otherAddress, sampleAddress } from '../../../fixtures/samples/address.ts';
import { askOverwritten } from '../../../suites/users/address-overwritten.ts';
import type { Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { causeOf, silence, untilNow } from '../asking.ts';
import type { Behaviour, Instead, Members, World } from './address-stub.ts';
import { addressBound, innocent, inUs, judgedAddress, refusing, serving, showing, without } from './address-stub.ts';

/** Resolves to the judgement, its cause if it is a finding, and the steps that correct the address. */
async function judged(behaviour: Behaviour = {}, world: World = {}) {
  const { judgements, steps } = await judgedAddress('overwrites', behaviour, world);
  return { judgements, cause: causeOf(judgements[0]), steps, corrected: steps.filter((step) => /^corr/.test(step)) };
}
const instead = (at: RegExp, given: Instead[1]): World => ({ instead: [[at, given]] });
const addresses = (...all: readonly Members[]): World => ({ bound: addressBound({ addresses: all }) });
const storing = (
  store: (sent: Members, former: Members | undefined, nth: number) => Members | undefined,
): Behaviour => {
  let nth = 0;
  return { store: (sent, former) => store(sent, former, nth++) };
};
const merging = storing((sent, former) => ({ ...former, ...sent }));

test.each(innocent)('the second update is what is stored: the read-back shows %s', async (_what, behaviour) => {
  expect((await judged(behaviour)).cause).toBe('pass');
});

test('each update is stored, also one that corrects another at once', async () => {
  const { steps, corrected } = await judged();
  expect(corrected).toEqual(
    ['before', 'before-read', 'slip', '', 'read'].map((step) => `corrected-${step}`.replace(/-$/, '')),
  );
  expect(steps).toEqual(expect.arrayContaining(['back-first', 'next-door-first']));
});

const stale = 'an accepted update is not stored';
const survives = 'parts of the previous address survive an update';
const places = 'members of the address are swapped';
const stuck = 'a member of the address is never updated';
const everyThirdLost = (after: number) => storing((sent, former, nth) => (nth % 3 === after ? { ...former } : sent));
const firstLost = storing((sent, former) => (sent['city'] === 'Berlin' ? former : sent));
const never = storing((sent) => ({ ...sent, city: 'Bremerhaven' }));
const keepingText = storing((sent, former) => {
  const text = typeof sent['postalCode'] === 'string' ? sent['postalCode'] : former?.['text'];
  return { ...sent, postalCode: text ?? sent['postalCode'], text };
});
const queue: Members[] = [otherAddress];
const delayed = storing((sent) => {
  queue.push(sent);
  return queue.shift();
});

test.each<[string, string, Behaviour]>([
  [stale, 'the first stays', storing((sent, former) => former ?? sent)],
  [stale, 'every third is lost', everyThirdLost(2)],
  [stale, 'every third is lost, the first among them', everyThirdLost(0)],
  [stale, 'every third is lost, the second among them', everyThirdLost(1)],
  [stale, 'the first of two is lost', firstLost],
  [survives, 'one member is stored once', storing((sent, former) => ({ ...sent, city: (former ?? sent)['city'] }))],
  [survives, 'a postal code as a string stays beside a number', keepingText],
  [places, 'two do', storing(({ city, line2, ...sent }) => ({ ...sent, city: line2, line2: city }))],
  [stuck, 'one member is as before the run', never],
  ['an update is only stored with the next one', 'each is', delayed],
])('%s: %s', async (cause, _what, behaviour) => {
  const { cause: found, judgements } = await judged(behaviour);
  expect(judgements).toHaveLength(1);
  expect(found).toBe(cause);
});

const one = { line1: 'One Street 1', line2: 'Floor 3', city: 'Town', postalCode: 1234, countryCode: 'DE' };
test.each<[string, Behaviour, World?, string?]>([
  ['the read-back is masked', showing(() => ({ line1: '***', city: '***' }))],
  ['the read-back has nothing there', { show: () => ({ body: {} }) }],
  ['the read-back is redacted', showing(() => ({ line1: 'REDACTED', city: 'REDACTED' }))],
  ['the read-back hides each member by its name', showing(() => ({ line1: '<hidden>', city: '<city>' }))],
  ['the read-back only has a status', showing(() => ({ status: 'verified', kind: 'residential', countryCode: 'DE' }))],
  ['the read-back hides all but one member', showing(() => ({ line1: '***', city: 'Bremerhaven' }))],
  ['the read-back comes from a cache', { show: (stored) => ({ body: { address: stored }, headers: [['Age', '7']] }) }],
  ['the read-back is refused', { show: () => apiError(403) }],
  ['the read-back shows both', showing(() => [sampleAddress, otherAddress])],
  ['an update is only promised', { ...storing((sent, former) => former ?? sent), answer: { status: 202 } }],
  ['one update is lost', storing((sent, former, nth) => (nth === 1 ? former : sent)), {}, 'not on the second try'],
  ['the addresses do not differ', {}, addresses(one, one), 'no member differs'],
  ['the first update is refused', {}, instead(/pair-1-first$/, apiError(409))],
  ['the second update is refused', {}, instead(/pair-1-second$/, apiError(409)), 'the second update is not accepted'],
  ['the second update gets no response', {}, instead(/pair-1-second$/, silence('closed'))],
  ['the first read-back does not come', {}, instead(/pair-1-first-read/, apiError(403))],
  ['the second read-back does not come', {}, instead(/pair-1-second-read/, silence('closed'))],
])('it is left open if %s', async (_what, behaviour, world, why = '') => {
  const { judgements, steps } = await judged(behaviour, world);
  expect(judgements).toMatchObject([{ kind: 'inconclusive', why: expect.stringContaining(why) }]);
  if (why.startsWith('differ')) expect(steps).toEqual([]);
});

test('the first of two may be lost if it was only promised', async () => {
  expect((await judged({ ...firstLost, answer: { status: 202 } })).cause).toBe('pass');
});

test.each<[string, readonly string[], Behaviour, World?]>([
  ['is cleared', ['an omitted line2 is cleared'], {}],
  ['survives', ['an omitted line2 survives'], merging],
  ['may be refused', ['an address without line2: 422'], {}, instead(/^without-line2$/, apiError(422))],
  ['may get no response', [], {}, instead(/^without-line2$/, silence('closed'))],
  ['cannot be seen', [], {}, instead(/^without-line2-read$/, apiError(403))],
  ['is the same in both', [], {}, addresses(sampleAddress, { ...otherAddress, line2: sampleAddress.line2 })],
  ['is in the first alone', [], merging, addresses(one, { line1: 'Other Way 22', city: 'Village', countryCode: 'DE' })],
])('an omitted line2 %s: %j', async (_what, values, behaviour, world) => {
  const expected = [{ kind: 'pass' }, ...values.map((value) => ({ kind: 'observed', value }))];
  expect((await judged(behaviour, world)).judgements).toEqual(expected);
});

describe('two addresses in one town', () => {
  const nearby = [
    inUs('Brooklyn', '10 High Street', 'Flat 2', '11201'),
    inUs('Manhattan', '21 High Street', 'Suite 9', '10016'),
  ];
  const boston = inUs('Boston', '1 School Street', 'Door 5', '02108');
  const town = ({ countryCode, city }: Members) => (countryCode === 'US' ? 'New York' : city);
  const inTown = storing((sent) => ({ ...sent, city: town(sent), line2: town(sent) }));
  const street = storing((sent) => ({ ...sent, line1: String(sent['line1']).replace(/\d+ High Street/, 'High St') }));
  const abroadRefused = refusing(({ countryCode }) => countryCode !== 'US');

  test.each<[string, string, Behaviour, readonly Members[]]>([
    ['pass', 'may share the name of the town', inTown, nearby],
    ['pass', 'may share it if addresses abroad are refused', { ...inTown, ...abroadRefused }, nearby],
    ['pass', 'may share a street', street, nearby],
    [stuck, 'do not hide a member that stays', never, nearby],
    [stuck, 'do not hide it', { ...never, ...abroadRefused }, [...nearby, boston]],
    ['pass', 'tell nothing if no other is accepted', { ...never, ...abroadRefused }, nearby],
  ])('%s: they %s', async (cause, _what, behaviour, all) => {
    expect((await judged(behaviour, addresses(...all))).cause).toBe(cause);
  });
});

const untouched: Given = { status: 204, headers: [] };
test.each<[string, RegExp]>([
  [stale, /^corrected(?:-once-more)?$/],
  ['inconclusive', /^corrected$/],
])('%s: a correction that is not stored at %s', async (cause, at) => {
  const { judgements, cause: found } = await judged({}, instead(at, untouched));
  expect(found).toBe(cause);
  if (cause !== stale) expect(judgements[0]).toMatchObject({ why: expect.stringContaining('not on the second try') });
});

test.each<[what: string, asked: number, at: RegExp, given: Given]>([
  ['the address before it is refused', 1, /^corrected-before$/, apiError(409)],
  ['the address before it cannot be read', 2, /^corrected-before-read$/, apiError(403)],
  ['what is corrected is refused', 4, /^corrected-slip$/, apiError(409)],
  ['what is corrected is only promised', 4, /^corrected-slip$/, { status: 202 }],
  ['the correction is refused', 4, /^corrected$/, apiError(409)],
  ['the correction fails', 4, /^corrected$/, { status: 500 }],
  ['the correction is only promised', 4, /^corrected$/, { status: 202 }],
  ['it cannot be read', 5, /^corrected-read$/, apiError(403)],
])('a correction tells nothing if %s, after %i requests', async (_what, asked, at, given) => {
  const { cause, corrected } = await judged({}, instead(at, given));
  expect([cause, corrected.length]).toEqual(['pass', asked]);
});

test('a correction waits a second for what is written behind a response, counted from the last response', async () => {
  const { ask: plain } = serving();
  const wait = 15;
  const asked = new Map<string, number>();
  const ask = untilNow(async (step, request, proof) => {
    asked.set(step, performance.now());
    const came = await plain(step, request, proof);
    return /^corrected(?:-before-read)?$/.test(step) ? { ...came, endedAt: Date.now() - 1_000 + wait } : came;
  });
  await askOverwritten(addressBound(), ask);
  for (const [from, to] of [
    ['corrected-before-read', 'corrected-slip'],
    ['corrected', 'corrected-read'],
  ] as const) {
    expect((asked.get(to) ?? 0) - (asked.get(from) ?? 0)).toBeGreaterThan(wait - 3);
  }
});

const home = { line1: 'One Street 1', line2: 'Floor 3', city: 'Town', postalCode: '01234', countryCode: 'GR' };
const away = { ...without(home, 'postalCode'), line1: 'Other Way 22', line2: 'Door 45', city: 'Village' };
test.each<[string, Members]>([
  ['a string', { ...away, postalCode: '98765' }],
  ['missing', away],
])('an operator’s addresses alone are sent, and in one way, if a postal code is %s', async (_what, other) => {
  const sent = new Set<string>();
  const lineAndCode = (address: Members) => [address['line1'], address['postalCode']].join();
  const { cause, steps } = await judged(
    storing((address) => sent.add(lineAndCode(address)) && address),
    addresses(home, other),
  );
  expect(cause).toBe('pass');
  expect(sent).toEqual(new Set([home, other].map(lineAndCode)));
  expect(steps.filter((step) => /^(?:back|next-door)/.test(step))).toEqual([]);
});
