import { mkdirSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { referenceProfile } from '../../fixtures/profiles/reference.ts';
import {
  type Compose,
  override,
  overrideHandler,
  type RunningReference,
} from '../../fixtures/reference/index.ts';
import { otherAddress } from '../../fixtures/samples/address.ts';
import { outcomeLines } from '../engine/session/in-process.ts';
import { start, variablesOf } from './command.ts';
import { hearing, workspace } from './workspace.ts';

// Public case: gruntwork-io/terratest#874, where two runs with one test resource disturb each other
// without a word.

const { at, call, result, serve, write } = workspace('test');

type Stored = Readonly<Record<string, unknown>>;
let addresses: Map<string, Stored>;
/** Called before each update, with the number of updates before. */
let onUpdate: (nth: number) => unknown;
let updates: number;

const watched = overrideHandler('address', (original) => async (visit, admission) => {
  addresses = visit.world.addresses;
  await onUpdate(updates++);
  return original(visit, admission);
});

const { addressReadBack } = referenceProfile;
const [method = '', path = ''] = addressReadBack?.endpoint.split(' ') ?? [];
const profile = { endpoints: [{ area: 'users', method, path, takesUser: true }], addressReadBack };

beforeEach(() => {
  addresses = new Map();
  onUpdate = () => {};
  updates = 0;
  write('harness.config.json', { profile });
});

const own = { line1: '1 Old Mint Street', city: 'Valletta', postalCode: 1450, countryCode: 'MT' };
const storedOf = ({ users }: RunningReference) => addresses.get(users.first);
const args =
  'run --depth quick --seed 5 --timeout 60000 --allow writes --claim users --no-allure --only';

/**
 * Starts the built command with a temporary folder of its own, as on another machine: it sees no
 * lock of the other.
 */
function startOn(machine: string, reference: RunningReference, only: string) {
  mkdirSync(at(`tmp-${machine}`));
  const variables = { ...variablesOf(reference), TMPDIR: at(`tmp-${machine}`) };
  return start(at(), `${args} ${only} --out ${machine}`.split(' '), variables);
}

const family = (out: string) =>
  result(out).requirements.filter(({ id }) => id.startsWith('address/'));
const failuresIn = (out: string) => result(out).failures.map(({ requirement }) => requirement);

/** Expects that the run judged no address, and that the reason is in its report. */
function expectGivenWay(out: string, reason: RegExp): void {
  expect(result(out).notices).toEqual([expect.stringMatching(reason)]);
  for (const { outcome, reason: why } of family(out).filter((one) => one.outcome !== 'not-run')) {
    expect({ outcome, why }).toEqual({
      outcome: 'inconclusive',
      why: expect.stringMatching(reason),
    });
  }
}

/** Expects that `judge` comes to the outcomes of the run. */
async function expectJudgedAlike(out: string): Promise<void> {
  await call(`judge ${out} --out ${out}-judged --no-allure`);
  expect(outcomeLines(result(`${out}-judged`))).toEqual(outcomeLines(result(out)));
  expect(result(`${out}-judged`).notices).toEqual(result(out).notices);
}

const only = 'address/accepted,address/overwrites';

describe('of two runs on two machines with one test user, one gives way, says so and restores nothing:', () => {
  test('started at the same time, so that both read the same address first', {
    timeout: 240_000,
  }, async () => {
    const readings = new Map<string, number>();
    const reading: (() => void)[] = [];
    // The preflight is the first reading of a run, and the original the second one.
    const barrier = override('intercept', (original) => async (request, response) => {
      const { authorization = '', 'x-user-id': user } = request.headers;
      const isRead =
        request.method === 'GET' && request.url?.endsWith(path) && user === reference?.users.first;
      const nth = (readings.get(authorization) ?? 0) + Number(isRead);
      readings.set(authorization, nth);
      if (isRead && nth === 2) {
        await new Promise<void>((go) => {
          if (reading.push(go) === 2) for (const each of reading) each();
        });
      }
      return original(request, response);
    });
    let reference: RunningReference | undefined;
    reference = await serve([watched, barrier]);
    const target = reference;
    const runs = ['first', 'second'].map((machine) => startOn(machine, target, only));
    await Promise.all(runs.map(({ finished }) => finished));
    expect(storedOf(target)).toEqual(own);
    const [kept = '', gaveWay = ''] =
      result('first').notices.length === 0 ? ['first', 'second'] : ['second', 'first'];
    expectGivenWay(gaveWay, /another run changes the address of the same test user/);
    expect(updates).toBeGreaterThan(2);
    expect(result(kept).notices).toEqual([]);
    expect([...failuresIn(kept), ...failuresIn(gaveWay)]).toEqual([]);
    await expectJudgedAlike(gaveWay);
    await expectJudgedAlike(kept);
  });

  test('started when the other one has changed the address', { timeout: 240_000 }, async () => {
    let [begin, goOn] = [() => {}, () => {}];
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const seen = new Promise<void>((resolve) => (goOn = resolve));
    // The first run waits at its fifth update until the second one watches the address.
    onUpdate = async (nth) => {
      if (nth !== 4) return;
      begin();
      await seen;
    };
    // The first run reads nothing while it waits. The second one reads in its preflight, the
    // original, and then again.
    let readings = 0;
    const hears = hearing(({ method: asked, url, headers }) => {
      const isReading =
        asked === 'GET' && url?.endsWith(path) && headers['x-user-id'] === reference?.users.first;
      if (isReading && updates > 4 && ++readings === 3) goOn();
    });
    let reference: RunningReference | undefined;
    reference = await serve([watched, hears]);
    const target = reference;
    const first = startOn('first', target, 'address/*');
    await begun;
    const second = startOn('second', target, only);
    await Promise.all([first.finished, second.finished]);
    expect(storedOf(target)).toEqual(own);
    // The first run may have restored the user's own address before the second one looks.
    expectGivenWay(
      'second',
      /another run (or a person )?changes the address of the same test user/,
    );
    expect([...failuresIn('first'), ...failuresIn('second'), ...result('first').notices]).toEqual(
      [],
    );
    await expectJudgedAlike('second');
  });
});

const moved = {
  line1: 'Rua Augusta 12',
  city: 'Lisboa',
  postalCode: '1100-053',
  countryCode: 'PT',
};
const neighbour = {
  line1: 'Friedrichstraße 100',
  city: 'Berlin',
  postalCode: 10117,
  countryCode: 'DE',
};

/** Calls `onRead` before each reading of the first user's address, with the readings before. */
const heardReading = (onRead: (reads: number, user: string) => unknown): Compose => {
  let reads = 0;
  return overrideHandler('address-readback', (original) => (visit, admission) => {
    addresses = visit.world.addresses;
    const [first = ''] = visit.world.users.keys();
    if (admission.user?.id === first) onRead(reads++, first);
    return original(visit, admission);
  });
};

/** Gives the first user this address until the first update. */
const leaving = (left: Stored) =>
  heardReading((_reads, user) => updates === 0 && addresses.set(user, left));

/** Runs once against a target with that change. Resolves to the outcome of address/overwrites. */
async function runWith(change: Compose) {
  const reference = await serve([watched, change]);
  await call(`${args} ${only} --out out`, variablesOf(reference));
  await expectJudgedAlike('out');
  expect(failuresIn('out')).toEqual([]);
  const overwrites = family('out').find(({ id }) => id === 'address/overwrites');
  return { stored: storedOf(reference), outcome: overwrites?.outcome };
}

describe('an address that the run did not write is not overwritten', () => {
  test.each(['during the run', 'before the last reading'])(
    'changed by a person %s',
    { timeout: 240_000 },
    async (when) => {
      let last = 0;
      await runWith(heardReading((reads) => (last = reads)));
      const moment = when === 'during the run' ? Math.floor(last / 2) : last;
      const moving = heardReading((reads, user) => reads === moment && addresses.set(user, moved));
      expect(await runWith(moving)).toEqual({ stored: moved, outcome: 'inconclusive' });
      expect(result('out').notices).toEqual([
        expect.stringMatching(
          /^The test user's address was not restored, because this run has not written it: another run/,
        ),
      ]);
    },
  );

  test('left by a killed run, with its mark', async () => {
    await runWith(leaving({ ...own, line2: 'Room 4711000' }));
    expect(updates).toBe(0);
    expectGivenWay('out', /of another one under way, or of one that was killed/);
  });

  // A killed run may have left an address of test runs, or the operator lists the user's own
  // address in the profile. Nobody changes it.
  const ofTestRuns = /address was one that test runs send/;
  const ofProfile = { ...own, line1: 'Strada Mare 3' };
  const rewritten = { line1: 'SCHILLERPLATZ 4', line2: '', postalCode: '70173' };
  test.each<[what: string, left: Stored, notice?: RegExp]>([
    ['a built-in one of test runs', otherAddress, ofTestRuns],
    ['one of test runs in the profile', ofProfile, ofTestRuns],
    ['one of test runs, rewritten by the target', { ...otherAddress, ...rewritten }, ofTestRuns],
    ['one in the town of a built-in one', neighbour],
  ])('but one that nobody changes is restored: %s', async (_what, left, notice) => {
    const addresses = left === ofProfile ? { addresses: [ofProfile, otherAddress] } : {};
    write('harness.config.json', { profile: { ...profile, ...addresses } });
    expect(await runWith(leaving(left))).toEqual({ stored: left, outcome: 'pass' });
    expect(result('out').notices).toEqual(notice ? [expect.stringMatching(notice)] : []);
  });

  test('but a target that shows a wrong address for a moment is not taken for a run', async () => {
    let shown = 0;
    const flickering = overrideHandler(
      'address-readback',
      (original) => async (visit, admission) => {
        addresses = visit.world.addresses;
        const [first = ''] = visit.world.users.keys();
        const stored = addresses.get(first);
        const isWrong = admission.user?.id === first && shown < updates;
        if (!isWrong || !stored) return original(visit, admission);
        shown = updates;
        addresses.set(first, moved);
        const response = await original(visit, admission);
        addresses.set(first, stored);
        return response;
      },
    );
    expect(await runWith(flickering)).toEqual({ stored: own, outcome: 'pass' });
    expect(result('out').notices).toEqual([]);
  });
});

test('a user without an address has one after a run, which the next run does not take for that of a run', async () => {
  const without = overrideHandler('address-readback', (original) => (visit, admission) => {
    if (updates === 0) visit.world.addresses.clear();
    return original(visit, admission);
  });
  const reference = await serve([watched, without]);
  await call(`${args} ${only} --out one`, variablesOf(reference));
  expect(result('one').notices).toContain('The test user had no address, and the run created one');
  await call(`${args} ${only} --out two`, variablesOf(reference));
  expect(result('two').notices.filter((notice) => !notice.startsWith('The second'))).toEqual([]);
  expect(family('two').find(({ id }) => id === 'address/overwrites')).toMatchObject({
    outcome: 'pass',
  });
});
