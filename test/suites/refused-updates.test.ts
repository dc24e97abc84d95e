import { expect, test } from 'vitest';
import type { Ask, Exchange } from '../../engine/index.ts';
import { otherAddress, sampleAddress } from '../../fixtures/samples/address.ts';
import { type Address, update } from '../../suites/address-update.ts';
import { judgeRefusedUpdates, type RefusedUpdate } from '../../suites/refused-updates.ts';
import { addressBound, serving } from './address-stub.ts';
import { answered, type Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { silence } from './asking.ts';

const bound = addressBound();
const cutShort = { ...bound.wellFormed('address'), body: '{' };
const elsewhere: Given = { body: { address: { city: 'elsewhere' } } };
const other: Given = { body: { address: otherAddress } };

interface Asked {
  /** What other steps than these are answered with is up to a server that refuses what is no JSON. */
  readonly answers?: readonly (readonly [RegExp, Given | Exchange])[];
  /** In place of these steps an update is sent that is accepted. */
  readonly accepted?: RegExp;
  readonly of?: (address: Address) => RefusedUpdate['request'];
  readonly count?: number;
  readonly at?: (step: string) => number;
}

/** What is judged of updates that are refused, what was asked, and when. */
async function refused({ answers = [], accepted, of, count = 2, at }: Asked) {
  const { ask } = serving();
  const asked = new Map<string, number>();
  const asking: Ask = async (step, request) => {
    asked.set(step, Date.now());
    const came = await ask(step, accepted?.test(step) ? update(bound, otherAddress) : request);
    const given = answers.find(([pattern]) => pattern.test(step))?.[1];
    if (given && 'answer' in given) return given;
    const exchange = given ? answered({ ...given, step, request }) : came;
    return at ? { ...exchange, endedAt: at(step) } : exchange;
  };
  const updates = Array.from({ length: count }, (_, nth) => ({
    label: `the update ${nth}`,
    request: cutShort,
    ...(of ? { of } : {}),
  }));
  const judged = await judgeRefusedUpdates(bound, asking, updates, 'it changed');
  return { kinds: judged.map(({ kind }) => kind), asked };
}

test.each<[string, readonly string[], Asked]>([
  ['what was stored is seen a moment later', ['held', 'held'], { answers: [[/^settled-read$/, elsewhere]] }],
  ['what is stored at the end cannot be read', ['held', 'held'], { answers: [[/^afterwards/, apiError(403)]] }],
  [
    'an update is not sent again',
    ['unanswered', 'held'],
    {
      answers: [
        [/^refused-0-read/, elsewhere],
        [/^again-0-0$/, { ...silence('closed'), answer: { lost: 'withheld', detail: '' } }],
      ],
    },
  ],
  [
    'an update that is accepted when tried again stores what it says, which the next one is not accused of',
    ['held', 'unanswered'],
    { answers: [[/^refused-1-read/, elsewhere]], accepted: /^again-1-1$/ },
  ],
  [
    'the second address comes again without an update, which is no other form of the first',
    ['unanswered', 'held'],
    { answers: [[/^(refused-0-read|again-0-.*steady)/, other]] },
  ],
  [
    'an update with words of its own is accepted, which is for another row',
    ['held', 'held'],
    { of: (address) => update(bound, address) },
  ],
  [
    'what is stored after such an update cannot be read',
    ['held', 'held'],
    { of: () => cutShort, answers: [[/^fleeting-.*read/, apiError(403)]] },
  ],
])('nobody is accused where %s', async (_what, kinds, given) => {
  expect((await refused(given)).kinds).toEqual(kinds);
});

test('several updates are tried again after one rest, where none of them was accepted', async () => {
  const { kinds, asked } = await refused({ answers: [[/^afterwards/, elsewhere]] });
  expect(kinds).toEqual(['held', 'held', 'unanswered']);
  const tried = [...asked.keys()].filter((step) => /^again-afterwards-\d(-steady)?$/.test(step));
  expect(tried).toEqual(['again-afterwards-1-steady', 'again-afterwards-1', 'again-afterwards-0']);
});

test('an update is tried again when what was seen half a second after the first address may have come by itself', async () => {
  const longAgo = 1_700_000_000_000;
  // Every replica has the first address 2.25 seconds after it was seen.
  const wait = 500 + 2_250;
  const settled = Date.now() - wait + 30;
  const { kinds, asked } = await refused({
    count: 1,
    answers: [[/^(refused-0|again-0-0)-read/, { body: { address: { ...sampleAddress, city: 'elsewhere' } } }]],
    at: (step) => {
      if (step === 'again-0-0-settled-read') return settled;
      return step.startsWith('refused-0-read') ? longAgo + 500 : longAgo;
    },
  });
  expect(kinds).toEqual(['violated']);
  // A timer may fire a millisecond early.
  expect((asked.get('again-0-0-steady') ?? 0) + 2).toBeGreaterThanOrEqual(settled + wait);
});
