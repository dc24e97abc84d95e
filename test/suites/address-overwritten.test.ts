import { expect, test } from 'vitest';
import type { Ask } from '../../engine/index.ts';
import { otherAddress, sampleAddress } from '../../fixtures/samples/address.ts';
import { askOverwritten } from '../../suites/users/address-overwritten.ts';
import { servingBut } from './address-otherwise.ts';
import { addressBound, type Behaviour } from './address-stub.ts';
import type { Given } from './answered.ts';
import { apiError } from './api-error.ts';

/** What is judged of a server that answers some steps otherwise, and the steps whose names begin so. */
async function judged(at?: RegExp, given?: Given, behaviour: Behaviour = {}, begin = '', bound = addressBound()) {
  const { ask, steps } = servingBut(at, given, behaviour);
  const [first] = await askOverwritten(bound, ask);
  return { first, steps: steps.filter((step) => step.startsWith(begin)) };
}

const untouched: Given = { status: 204, headers: [] };

test('each update is stored, also one that corrects another at once', async () => {
  const { first, steps } = await judged(undefined, undefined, {}, 'corrected');
  expect(first?.kind).toBe('held');
  expect(steps).toEqual(['corrected-before', 'corrected-before-read', 'corrected-slip', 'corrected', 'corrected-read']);
});

test('a correction that is not stored is a finding where that happens twice', async () => {
  expect((await judged(/^corrected(?:-once-more)?$/, untouched)).first).toMatchObject({
    kind: 'violated',
    cause: 'an accepted update is not stored',
  });
  expect((await judged(/^corrected$/, untouched)).first).toMatchObject({
    kind: 'unanswered',
    why: expect.stringContaining('not when tried again'),
  });
});

test.each<[what: string, at: RegExp, given: Given, asked: number]>([
  ['the address before it is refused', /^corrected-before$/, apiError(409), 1],
  ['the address before it cannot be read', /^corrected-before-read$/, apiError(403), 2],
  ['what is corrected is refused', /^corrected-slip$/, apiError(409), 4],
  ['what is corrected is only promised', /^corrected-slip$/, { status: 202 }, 4],
  ['the correction is refused', /^corrected$/, apiError(409), 4],
  ['the correction fails', /^corrected$/, { status: 500 }, 4],
  ['the correction is only promised', /^corrected$/, { status: 202 }, 4],
  ['what came of it cannot be read', /^corrected-read$/, apiError(403), 5],
])('a correction tells nothing where %s', async (_what, at, given, asked) => {
  const { first, steps } = await judged(at, given, {}, 'corrected');
  expect(first?.kind).toBe('held');
  expect(steps).toHaveLength(asked);
});

test('what is written behind an answer is given a second before the correction, and after the later of its answers', async () => {
  const { ask: plain } = servingBut(undefined);
  const wait = 15;
  const asked = new Map<string, number>();
  const ask: Ask = async (step, request, proof) => {
    asked.set(step, performance.now());
    const came = await plain(step, request, proof);
    const isRecent = step === 'corrected-before-read' || step === 'corrected';
    return isRecent ? { ...came, endedAt: Date.now() - 1_000 + wait } : came;
  };
  await askOverwritten(addressBound(), ask);
  const between = (from: string, to: string) => (asked.get(to) ?? 0) - (asked.get(from) ?? 0);
  expect(between('corrected-before-read', 'corrected-slip')).toBeGreaterThan(wait - 3);
  expect(between('corrected', 'corrected-read')).toBeGreaterThan(wait - 3);
});

test('an operator’s addresses are sent alone, and once where postal codes are texts or none', async () => {
  const home = { line1: 'One Street 1', line2: 'Floor 3', city: 'Town', postalCode: '01234', countryCode: 'GR' };
  const { postalCode: _none, ...away } = { ...home, line1: 'Other Way 22', line2: 'Door 45', city: 'Village' };
  for (const second of [{ ...away, postalCode: '98765' }, away]) {
    const sent: unknown[] = [];
    const behaviour: Behaviour = {
      store: (address) => {
        sent.push([address['line1'], address['postalCode']].join());
        return address;
      },
    };
    const bound = addressBound({ addresses: [home, second] });
    const { first, steps } = await judged(undefined, undefined, behaviour, '', bound);
    expect(first?.kind).toBe('held');
    expect(new Set(sent)).toEqual(
      new Set([home, second].map((one) => [one.line1, (one as typeof home).postalCode].join())),
    );
    expect(steps.filter((step) => /^(?:back|next-door)/.test(step))).toEqual([]);
  }
  const { steps } = await judged();
  expect(steps).toEqual(expect.arrayContaining(['back-first', 'next-door-first']));
});

test('nothing is asked where two addresses have nothing to compare', async () => {
  const bound = addressBound({ addresses: [sampleAddress, sampleAddress] });
  const { first, steps } = await judged(undefined, undefined, {}, '', bound);
  expect(first).toMatchObject({ kind: 'unanswered', why: expect.stringContaining('differ in no member') });
  expect(steps).toEqual([]);
});

test.each<[what: string, second: object, at: RegExp | undefined, observed: readonly string[]]>([
  ['is cleared', otherAddress, undefined, ['an omitted line2 is cleared']],
  ['may be refused', otherAddress, /^without-line2$/, ['an address without line2: 422']],
  ['cannot be seen', otherAddress, /^without-line2-read$/, []],
  ['is not looked for where it is the same in both', { ...otherAddress, line2: sampleAddress.line2 }, undefined, []],
  ['is not looked for where the second has none', { ...otherAddress, line2: undefined }, undefined, []],
])('an omitted line2 %s', async (_what, second, at, observed) => {
  const { ask } = servingBut(at, apiError(422));
  const judgements = await askOverwritten(addressBound({ addresses: [sampleAddress, second as never] }), ask);
  expect(judgements).toEqual([{ kind: 'held' }, ...observed.map((value) => ({ kind: 'observed', value }))]);
});

test('an update that is stored with the next one is a finding', async () => {
  let waiting: Record<string, unknown> = otherAddress;
  const late: Behaviour = {
    store: (sent) => {
      const stored = waiting;
      waiting = sent;
      return stored;
    },
  };
  expect((await judged(undefined, undefined, late)).first).toMatchObject({
    kind: 'violated',
    cause: 'an update is stored with the next one',
  });
});

test('the first of two updates is missed where the second is stored, unless it was only promised', async () => {
  const lost: Behaviour = { store: (sent, former) => (sent['city'] === 'Berlin' ? former : sent) };
  const stored = await judged(undefined, undefined, lost);
  expect(stored.first).toMatchObject({ kind: 'violated', cause: 'an accepted update is not stored' });
  const promised = await judged(undefined, undefined, { ...lost, answer: { status: 202 } });
  expect(promised.first?.kind).toBe('held');
});
