import { expect, test } from 'vitest';
import {
  type Compose,
  override,
  overrideHandler,
  Refusal,
} from '../../../fixtures/reference/index.ts';
import { simulate } from '../../simulation/simulate.ts';
import { fullConfigFor } from './in-process.ts';

type Stored = Readonly<Record<string, unknown>>;

/**
 * Runs the address requirements. Resolves to the stored addresses before and after, and the most
 * simultaneous updates.
 */
async function run(compose: readonly Compose[] = [], isWhole = false) {
  let addresses: ReadonlyMap<string, Stored> = new Map();
  let before: Record<string, Stored> | undefined;
  let underWay = 0;
  let most = 0;
  const watch = overrideHandler('address', (original) => async (visit, admission) => {
    addresses = visit.world.addresses;
    before ??= structuredClone(Object.fromEntries(addresses));
    most = Math.max(most, ++underWay);
    await visit.parts.sleep(2);
    try {
      return await original(visit, admission);
    } finally {
      underWay--;
    }
  });
  const only = isWhole
    ? ['address/*']
    : ['address/accepted', 'address/overwrites', 'address/isolation'];
  const config = { only, concurrency: 16 };
  const { result } = await simulate({
    compose: [watch, ...compose],
    configured: fullConfigFor,
    config,
  });
  return { result, before, after: Object.fromEntries(addresses), most };
}

const refusing = override('checkAddress', () => () => {
  throw new Refusal({ status: 422, message: 'No' });
});

test('the addresses are restored, and only one update is in flight at a time', async () => {
  const { result, before, after, most } = await run([], true);
  expect(Object.keys(before ?? {})).toHaveLength(2);
  expect(after).toEqual(before);
  expect(most).toBe(1);
  expect(result.notices).toEqual([]);
});

test('an address with members beyond the specification is restored', async () => {
  const dated = overrideHandler('address-readback', (original) => async (visit, admission) => {
    const { address } = (await (await original(visit, admission)).json()) as { address: Stored };
    return visit.parts.reply(
      visit,
      200,
      { address: { ...address, line3: null, updatedAt: '2026-01-01' } },
      {},
    );
  });
  const { result, before, after } = await run([dated]);
  expect(after).toEqual(before);
  expect(result.notices).toEqual([]);
});

test('an address that cannot be restored causes a notice, and no finding', async () => {
  let seen = 0;
  const moody = override('checkAddress', (original) => (body) => {
    if (JSON.stringify(body).includes('Old Mint') && ++seen > 0)
      throw new Refusal({ status: 422, message: 'No' });
    return original(body);
  });
  const { result } = await run([moody]);
  expect(seen).toBeGreaterThan(0);
  expect(result.notices).toEqual([
    expect.stringMatching(/address was changed and not restored: .*422/),
  ]);
  expect(result.failures).toEqual([]);
});

/** Stores one user's update for others as well. */
function storedFor(others: (own: string, all: readonly string[]) => readonly string[]) {
  return overrideHandler('address', (original) => async (visit, admission) => {
    const answer = await original(visit, admission);
    const { addresses } = visit.world;
    const own = admission.user?.id ?? '';
    const address = addresses.get(own);
    if (address) for (const id of others(own, [...addresses.keys()])) addresses.set(id, address);
    return answer;
  });
}

test('a second user’s address that changes with the first’s is restored', async () => {
  const household = storedFor((own, [first = '', second = '']) => (own === first ? [second] : []));
  const { before, after } = await run([household]);
  expect(after).toEqual(before);
});

test('a second user’s address is not written back if only its order or a time in it changes', async () => {
  let reads = 0;
  const updated = new Set<string>();
  const telling = overrideHandler('address-readback', () => (visit, { user }) => {
    const stored = Object.entries(visit.world.addresses.get(user?.id ?? '') ?? {});
    const address =
      reads++ % 2 === 0 ? stored : [['line2', null], ...stored.reverse(), ['readAt', reads]];
    return visit.parts.reply(
      visit,
      200,
      { address: Object.fromEntries(address) },
      visit.parts.headersOf(visit),
    );
  });
  const noting = overrideHandler('address', (original) => async (visit, admission) => {
    const response = await original(visit, admission);
    if (response.ok) updated.add(admission.user?.id ?? '');
    return response;
  });
  const { before } = await run([telling, noting]);
  expect([...updated]).toEqual(Object.keys(before ?? {}).slice(0, 1));
});

test('if a target has one address for all users, the first user’s is restored', async () => {
  const { before, after } = await run([storedFor((_own, all) => all)]);
  expect(Object.values(after)[0]).toEqual(Object.values(before ?? {})[0]);
});

test('the second user’s address is restored if the target deletes it on the first user’s update', async () => {
  const roomForOne = overrideHandler('address', (original) => async (visit, admission) => {
    const answer = await original(visit, admission);
    const { addresses, users } = visit.world;
    const [first, second = ''] = users.keys();
    // The first user's address is restored first, so the second user's restored address stays.
    if (admission.user?.id === first && addresses.size > 1) addresses.delete(second);
    return answer;
  });
  const { result, before, after } = await run([roomForOne]);
  expect(after).toEqual(before);
  expect(result.failures.map(({ requirement }) => requirement)).toEqual(['address/isolation']);
  expect(result.notices).toEqual([]);
});

/** Replaces the response of the read-back, for the second user only if `isSecond`. */
const readingBack = (status: number, body: unknown, isSecond = false) =>
  overrideHandler('address-readback', (original) => (visit, admission) => {
    const [, second] = visit.world.users.keys();
    if (isSecond && admission.user?.id !== second) return original(visit, admission);
    return visit.parts.reply(visit, status, body, {});
  });

test.each<[what: string, Compose, unread: RegExp]>([
  ['the read-back fails', readingBack(401, {}), /that of the first test user .* returned 401/],
  [
    'the read-back is not JSON',
    readingBack(200, undefined),
    /that of the first test user .* returned 200/,
  ],
  [
    'the second user’s read-back fails',
    readingBack(403, {}, true),
    /that of the second test user .* returned 403/,
  ],
])(
  'if %s, no address is updated, and the requirements are inconclusive',
  async (_what, compose, unread) => {
    const { result, before } = await run([compose], true);
    expect(before).toBeUndefined();
    const outcomes = result.requirements.filter(({ id }) => id.startsWith('address/'));
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['inconclusive']));
    expect(outcomes[0]?.reason).toMatch(unread);
    expect(result.notices).toEqual([]);
  },
);

test.each<[what: string, Compose, notices: readonly RegExp[]]>([
  [
    'no address',
    readingBack(404, {}),
    [/^The test user has no .* returned 404/, /^The second test user has no/],
  ],
  ['null', readingBack(200, { address: null }), [/null at "\/address"/, /null at/]],
  ['an address, but refuses every update', refusing, []],
])('if the target has %s, the notices say so', async (_what, compose, notices) => {
  const { result, before } = await run([compose]);
  expect(before).toBeDefined();
  expect(result.notices).toEqual(notices.map((notice) => expect.stringMatching(notice)));
});

test('a notice says that a second user without an address got one', async () => {
  let reads = 0;
  const without = overrideHandler('address-readback', (original) => (visit, admission) => {
    const [, second = ''] = visit.world.users.keys();
    if (reads++ === 0) visit.world.addresses.delete(second);
    return original(visit, admission);
  });
  const { result } = await run([without]);
  expect(result.failures).toEqual([]);
  expect(result.notices).toEqual(['The second test user had no address, and the run created one']);
});
