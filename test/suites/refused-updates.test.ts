import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../engine/index.ts';
import { otherAddress, sampleAddress } from '../../fixtures/samples/address.ts';
import { type Address, update } from '../../suites/address-update.ts';
import { judgeRefusedUpdates, type RefusedUpdate } from '../../suites/refused-updates.ts';
import { inWords } from '../in-words.ts';
import type { Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { silence, untilNow } from './asking.ts';
import { judgementsOf, randomOf } from './recorded.ts';
import type { Behaviour, Instead, Members } from './users/address-stub.ts';
import {
  addressBound,
  innocent,
  judgedAddress,
  serving,
  wellTyped,
  without,
} from './users/address-stub.ts';

const bound = addressBound();
const [long, short] = [{ a: 'abcd' }, { a: 'bc' }];
const cutShort = { ...bound.wellFormed('address'), body: '{' };
const withheld: Exchange = { ...silence('closed'), answer: { lost: 'withheld', detail: '' } };
const elsewhere: Given = { body: { address: { city: 'elsewhere' } } };
/** All reads show the first address. */
const there: Instead = [/read|afterwards/, { body: { address: sampleAddress } }];
const other: Given = { body: { address: otherAddress } };
const rewritten: Given = { body: { address: { ...sampleAddress, line1: 'U. d. Linden 77' } } };
const taken: Given = { status: 204 };

interface Asked {
  readonly instead?: readonly Instead[];
  /** Steps in which a valid update replaces the malformed one. */
  readonly accepted?: RegExp;
  readonly of?: (address: Address) => RefusedUpdate['request'];
  readonly count?: number;
  readonly at?: (step: string) => number;
  readonly bound?: typeof bound;
}

/**
 * Describes a run with one update and these responses to some steps. `two` is the same with two
 * updates.
 */
const one = (...instead: readonly Instead[]): Asked => ({ count: 1, instead });
const two = (...instead: readonly Instead[]): Asked => ({ instead });

/**
 * Judges truncated updates. Resolves to the judgements, and to the time at which each step was
 * sent.
 */
async function refused({
  instead,
  accepted,
  of,
  count = 2,
  at,
  bound: within = bound,
}: Asked = {}) {
  const { ask } = serving({}, instead);
  const asked = new Map<string, number>();
  const asking = untilNow(async (step, request, proof) => {
    asked.set(step, Date.now());
    const exchange = await ask(
      step,
      accepted?.test(step) ? update(bound, otherAddress) : request,
      proof,
    );
    return at ? { ...exchange, endedAt: at(step) } : exchange;
  });
  const updates = Array.from({ length: count }, (_, nth) => ({
    label: `the update ${nth}`,
    request: cutShort,
    ...(of && { of }),
  }));
  const judgements = await judgementsOf(judgeRefusedUpdates(within, asking, updates));
  return { judgements, kinds: judgements.map(({ kind }) => kind).join(), asked };
}

test.each<[string, string, Asked]>([
  ['pass,pass', 'nothing changed', {}],
  [
    'pass,pass',
    'what was stored shows a moment later',
    two([/^refused-0-settled-read$/, elsewhere]),
  ],
  ['pass,pass', 'what is stored at the end cannot be read', two([/^afterwards/, apiError(403)])],
  [
    'pass,pass',
    'an update in words of its own is accepted',
    { of: (address) => update(bound, address) },
  ],
  [
    'pass,pass',
    'it cannot be read',
    { of: () => cutShort, instead: [[/^brief-.*read/, apiError(403)]] },
  ],
  ['pass', 'one was not sent', two([/^refused-0$/, withheld])],
  ['pass', 'one is accepted, which is for another row', two([/^refused-0$/, taken])],
  [
    'inconclusive',
    'it cannot be replaced then',
    two([/^refused-0$/, taken], [/^refused-1-settled/, apiError(409)]),
  ],
  ['inconclusive', 'none was sent', two([/^refused-\d$/, withheld])],
  ['inconclusive', 'there is none', { count: 0 }],
  ['inconclusive', 'the address cannot be stored first', one([/settled$/, apiError(409)], there)],
  ['inconclusive', 'it cannot be read', one([/settled-read/, apiError(403)])],
  ['inconclusive', 'it is not what was stored', one([/settled-read/, elsewhere])],
  ['inconclusive', 'the update gets no response', one([/^refused-0$/, silence('closed')])],
  ['inconclusive', 'the update meets a failure', one([/^refused-0$/, { status: 500 }])],
  ['inconclusive', 'it cannot be read afterwards', one([/^refused-0-read/, apiError(403)])],
  [
    'inconclusive',
    'the addresses tell nothing apart',
    { bound: addressBound({ addresses: [long, short] }) },
  ],
  [
    'inconclusive',
    'nor the other way round',
    { bound: addressBound({ addresses: [short, long] }) },
  ],
])('%s if %s', async (kinds, _what, asked) => {
  expect((await refused({ ...(asked.bound && { count: 1 }), ...asked })).kinds).toBe(kinds);
});

/** The readings after the update, but not after its repetitions, show another address. */
const seen: Instead = [/^refused-0-read/, elsewhere];
test.each<[string, string, Asked]>([
  ['fail', 'shows again', one([/^refused-0(-again-1)?-read/, elsewhere])],
  ['inconclusive', 'shows once', one(seen)],
  [
    'inconclusive',
    'shows once, and the first is not stored again',
    one(seen, [/again-1-settled/, apiError(409)]),
  ],
  ['inconclusive', 'shows once, and the update is accepted then', one(seen, [/again-1$/, taken])],
  [
    'inconclusive',
    'shows once, and the update gets no response then',
    one(seen, [/again-1$/, silence('closed')]),
  ],
  [
    'inconclusive,pass',
    'shows once, and the update is not sent again',
    two(seen, [/again-1$/, withheld]),
  ],
  [
    'inconclusive,pass',
    'comes again without an update',
    two([/^refused-0(-read|-again.*rested)/, other]),
  ],
  [
    'pass,pass',
    'comes without the update as well',
    two(seen, [/again-1-(rested|read)/, elsewhere]),
  ],
  ['fail', 'is of the one before', two([/^refused-1(-again-2)?-read/, elsewhere])],
  ['pass,inconclusive', 'is of neither', two([/^refused-1-read/, elsewhere])],
  ['fail', 'is of the last one', two([/^afterwards(-again-1)?-read/, elsewhere])],
  ['fail', 'is of the first one', two([/^afterwards(-again-2)?-read/, elsewhere])],
  ['pass,pass', 'is gone again', two([/^afterwards-read$/, elsewhere])],
])('%s if a change %s', async (kinds, _what, asked) => {
  expect((await refused(asked)).kinds).toBe(kinds);
});

test.each<[string, string, ...Instead[]]>([
  ['pass,pass', 'shows at the end', [/^afterwards-(read|.*(rested|1-read))/, rewritten]],
  [
    'pass,pass',
    'shows between',
    [/^refused-([01]-read|0-again-1-(rested|read))|^afterwards/, rewritten],
  ],
  [
    'fail',
    'hides nothing of what is refused',
    [/^refused-0(-again-1)?-read/, other],
    [/rested/, rewritten],
  ],
  [
    'inconclusive,pass',
    'is the second one again',
    [/^refused-0(-read|-again.*(rested|read))/, other],
  ],
  [
    'inconclusive,pass',
    'cannot be read',
    [/^refused-0-read/, rewritten],
    [/rested/, apiError(403)],
  ],
])(
  '%s if an accepted address gets another form after a while, which %s',
  async (kinds, _what, ...instead) => {
    expect((await refused({ instead })).kinds).toBe(kinds);
  },
);

test('several updates are repeated after a single rest if none of them was accepted', async () => {
  const { kinds, asked } = await refused(two([/^afterwards-read/, elsewhere]));
  expect(kinds).toBe('pass,pass,inconclusive');
  const tried = [...asked.keys()].filter((step) => /^afterwards-again-\d(-rested)?$/.test(step));
  expect(tried).toEqual(['afterwards-again-1-rested', 'afterwards-again-1', 'afterwards-again-2']);
});

test('the rest is as long as the change took to appear, plus the time for the slowest replica', async () => {
  const longAgo = 1_700_000_000_000;
  // All replicas show the first address 2.25 seconds after its first read.
  const wait = 500 + 2_250;
  const settled = Date.now() - wait + 100;
  const { kinds, asked } = await refused({
    count: 1,
    instead: [
      [
        /^refused-0(-again-1)?-read/,
        { body: { address: { ...sampleAddress, city: 'elsewhere' } } },
      ],
    ],
    at: (step) => {
      if (step === 'refused-0-again-1-settled-read') return settled;
      return step.startsWith('refused-0-read') ? longAgo + 500 : longAgo;
    },
  });
  expect(kinds).toBe('fail');
  // A timer may fire a millisecond early.
  expect((asked.get('refused-0-again-1-rested') ?? 0) + 2).toBeGreaterThanOrEqual(settled + wait);
});

test.each<[string, Given | Exchange]>([
  ['no response', silence('timeout')],
  ['no update was refused', withheld],
])('the judgement gives the reason: %s', async (why, given) => {
  const { judgements } = await refused(one([/^refused-0$/, given]));
  expect(inWords(judgements)).toMatchObject([
    { kind: 'inconclusive', why: expect.stringContaining(why) },
  ]);
});

describe('address/refused-unchanged', () => {
  const judged = (behaviour: Behaviour) => judgedAddress('refused-unchanged', behaviour);

  test.each<readonly [string, Behaviour]>([
    ...innocent,
    ['the sent address, whatever it is', { check: () => undefined }],
  ])('does not fail if the read-back shows %s', async (_what, behaviour) => {
    expect((await judged(behaviour)).kinds).not.toContain('fail');
    if (!behaviour.check) expect((await judged(behaviour)).distinct).toBe('pass');
  });

  test.each<[string, string, Behaviour]>([
    [
      'fail',
      'stores before it checks',
      { hasty: (sent, stored, user) => void stored.set(user, sent) },
    ],
    [
      'fail',
      'clears it before',
      { hasty: (sent, stored, user) => void (wellTyped(sent) && stored.delete(user)) },
    ],
    [
      'inconclusive',
      'crashes',
      { check: (sent) => (wellTyped(sent) ? { status: 500 } : undefined) },
    ],
  ])('%s if the server %s', async (kind, _what, behaviour) => {
    expect((await judged(behaviour)).kinds).toContain(kind);
  });

  /** Simulates a server whose first read after some refused updates shows the refused address. */
  const fleeting = (isShown: (update: number) => boolean): Behaviour => {
    let refusals = 0;
    let shown: Members | undefined;
    return {
      check: (sent) => {
        const refusal = wellTyped(sent);
        shown = refusal && isShown(refusals++) ? sent : undefined;
        return refusal;
      },
      show: (stored) => {
        const address = shown ?? stored ?? null;
        shown = undefined;
        return { body: { address } };
      },
    };
  };
  test.each<[string, string, (update: number) => boolean, (readonly string[])?]>([
    ['fail', 'each time', () => true, ['0', '0-read', '0-again-1', '0-again-1-read']],
    ['pass', 'never', () => false, ['0', '0-read', '1', '1-read']],
  ])('%s if a refused update shows for a moment, %s', async (kind, _what, isShown, expected) => {
    const { distinct, steps } = await judged(fleeting(isShown));
    expect(distinct).toBe(kind);
    expect(steps.filter((step) => step.startsWith('brief'))).toEqual(
      expected?.map((step) => `brief-${step}`),
    );
  });

  test('a replica that lags and shows the former address causes no finding', async () => {
    let former: Members | undefined;
    let reads = 0;
    const { kinds } = await judged({
      store: (sent, before) => {
        former = before;
        return sent;
      },
      show: (stored) => ({ body: { address: (reads++ % 2 === 0 ? stored : former) ?? null } }),
    });
    expect(kinds).not.toContain('fail');
  });

  test('random replicas that show the address in different ways pass', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const replicaOf = randomOf(seed, 2);
      const show = (address: Members = {}): Given => ({
        body: { address: replicaOf() === 0 ? without(address, 'line2') : address },
      });
      expect((await judged({ show })).kinds).not.toContain('fail');
    }
  });
});
