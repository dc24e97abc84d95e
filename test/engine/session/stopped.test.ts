import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { outcomeDifferences } from '../../../cli/certificate/recompute.ts';
import { wasSent } from '../../../engine/exchange/exchange.ts';
import { valueText } from '../../../engine/exchange/value.ts';
import { type Config, type Exchange, isAnswered, openSession } from '../../../engine/index.ts';
import { trafficClass } from '../../../engine/traffic/gate.ts';
import {
  override,
  overrideHandler,
  type RunningReference,
  startReference,
} from '../../../fixtures/reference/index.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { sample, scopeIsGate } from '../../scope.ts';
import { certifyTarget, configFor, fullConfigFor, judgedAgain, withOutcome } from './in-process.ts';

// A deadline, a signal or the size of the evidence may stop a run at any moment. Then `judge` must
// come to the same result, and requests that were not sent must not cause failures.

const everyMoment = Array.from({ length: 150 }, (_, nth) => nth);
const allow = { writes: true, orders: true, desync: true };
const only = ['http/protocol-violations', 'http/large-input'];
const connecting = sample('moments to stop connection checks', everyMoment, 12);
const whole = sample('moments to stop a run', everyMoment, 50);

test.each([
  ...connecting.map((moment) => ['connection checks', moment, { allow, only }] as const),
  ...whole.map((moment) => ['a whole run', 13 * moment, {}] as const),
])('%s, stopped after %i requests', async (_what, requests, changes) => {
  const reference = await startReference();
  onTestFinished(() => reference.close());
  const config = fullConfigFor(reference, changes);
  const { result, evidence } = await certifyTarget(config, { stopsAfter: requests });
  expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
  expect(outcomeDifferences(await judgedAgain(evidence), result)).toEqual([]);
});

test('restores the address after an update that was in flight when the run stopped', async () => {
  let addresses: ReadonlyMap<string, unknown> = new Map();
  let before: string | undefined;
  let begun = 0;
  let underWay = 0;
  // The first update is slow, and the one that restores the address is fast.
  const slow = overrideHandler('address', (original) => async (visit, admission) => {
    addresses = visit.world.addresses;
    before ??= JSON.stringify([...addresses]);
    begun++;
    underWay++;
    if (begun === 1) await sleep(250);
    const answer = await original(visit, admission);
    underWay--;
    return answer;
  });
  const reference = await startReference({ compose: slow });
  onTestFinished(() => reference.close());
  const session = openSession({
    catalogue,
    config: fullConfigFor(reference, { only: ['address/accepted'], rate: 50 }),
    version: 'test',
    runId: 'test',
    startedAt: new Date().toISOString(),
    openEvidence: () => () => {},
  });
  while (begun < 1) await sleep(5);
  session.stop('SIGINT');
  const { notices } = await session.part;
  while (underWay > 0) await sleep(5);
  expect(JSON.stringify([...addresses])).toBe(before);
  expect(notices).toEqual([]);
});

test.runIf(scopeIsGate)(
  'a target that dies ends the run long before its deadline',
  { timeout: 90_000 },
  async () => {
    let answers = 0;
    const reference = await startReference({
      compose: override('respond', (original) => (visit, response) => {
        if (++answers === 100) void reference.close();
        return original(visit, response);
      }),
    });
    const config = configFor(reference, { claim: ['authentication', 'cash'], deadlineS: 30 });
    const { result, evidence } = await certifyTarget(config);
    expect(result.verdict).not.toBe('conformant');
    expect(result.harnessErrors).toEqual([]);
    // At the deadline the run sends nothing more, and this requirement would be inconclusive.
    const [found] = result.failures.filter(
      ({ requirement }) => requirement === 'robustness/still-alive',
    );
    const all = [...(evidence.exchanges as ReadonlyMap<string, Exchange>).values()];
    const isRefused = ({ answer }: Exchange) =>
      'lost' in answer && answer.lost === 'refused-connection';
    const refusedAt = Math.min(...all.filter(isRefused).map(({ sentAt }) => sentAt));
    const before = all.filter(
      (one) => !isRefused(one) && one.request.origin === 'api' && one.sentAt <= refusedAt,
    );
    const last = before.filter(
      ({ sentAt }) => sentAt === Math.max(...before.map((one) => one.sentAt)),
    );
    expect(
      last.map(({ request }) =>
        found?.recipe?.steps[0]?.request.url.endsWith(valueText(request.path)),
      ),
    ).toContain(true);
    expect(found?.response?.lost).toMatch(/^(refused-connection|target-down)/);
  },
);

type Place = 'api' | 'token';

/**
 * Starts a server that rejects the requests to that place for which `isAway` returns true. Counts
 * from 1.
 */
async function turningAway(
  place: Place,
  status: number,
  retryAfter: () => string,
  isAway: (nth: number) => boolean,
) {
  let nth = 0;
  const reference = await startReference({
    compose: override('respond', (original) => (visit, response) => {
      if ((visit.endpoint === 'token') !== (place === 'token') || !isAway(++nth))
        return original(visit, response);
      return new Response('later', { status, headers: { 'Retry-After': retryAfter() } });
    }),
  });
  onTestFinished(() => reference.close());
  return reference;
}

async function certified(reference: RunningReference, changes: Partial<Config>) {
  const exchanges: Exchange[] = [];
  const { part, stopped } = openSession({
    catalogue,
    config: configFor(reference, { claim: ['authentication', 'portfolios'], ...changes }),
    version: 'test',
    runId: 'test',
    startedAt: new Date().toISOString(),
    openEvidence: () => (exchange) => exchanges.push(exchange),
  });
  return { part: await part, exchanges, stopped: stopped() };
}

/**
 * Returns the exchanges to which the Retry-After applies and that were sent within `ms`
 * milliseconds after it.
 */
function sentWithin(
  exchanges: readonly Exchange[],
  turnedAway: Exchange,
  ms: number,
): readonly Exchange[] {
  const { endedAt, request } = turnedAway;
  const isHeldUp = (one: Exchange) =>
    trafficClass(request) === 'api' || trafficClass(one.request) === trafficClass(request);
  return exchanges.filter(
    (one) => wasSent(one) && isHeldUp(one) && one.sentAt > endedAt && one.sentAt < endedAt + ms,
  );
}

const isAway = (exchange: Exchange) =>
  isAnswered(exchange) && [429, 503].includes(exchange.answer.status);
const inSeconds = () => '1';
/** Dates have whole seconds. */
const asDate = () => new Date(Date.now() + 2_000).toUTCString();

describe('no request that a Retry-After delays is sent before it ends', () => {
  const answers = [
    ['api', 429, 'in seconds', inSeconds],
    ['api', 503, 'as a date', asDate],
    ['token', 503, 'in seconds', inSeconds],
    ['token', 429, 'as a date', asDate],
  ] as const;
  const some = sample('responses with Retry-After', answers, 3);
  test.each(some)('%s: %i, %s', async (place, status, _form, retryAfter) => {
    const times = place === 'api' ? [20, 60, 61] : [1, 3];
    const reference = await turningAway(place, status, retryAfter, (nth) => times.includes(nth));
    const only = place === 'api' ? ['auth/*'] : ['token/*', 'auth/*'];
    const { exchanges, stopped } = await certified(reference, { concurrency: 2, only });
    const turnedAway = exchanges.filter(isAway);
    expect(turnedAway.length).toBe(times.length);
    for (const one of turnedAway) expect(sentWithin(exchanges, one, 1_000)).toEqual([]);
    expect(exchanges.length).toBeGreaterThan(60);
    expect(stopped).toBeUndefined();
  });
});

test('if the token endpoint locks a client out, requirements that need no new token are still judged', async () => {
  const isLockedOut = (nth: number) => nth > 4;
  const reference = await turningAway('token', 429, () => '1800', isLockedOut);
  const only = ['robustness/still-alive', 'portfolios/ok', 'auth/forged', 'token/*'];
  const { part, exchanges, stopped } = await certified(reference, { only });
  expect(stopped).toBeUndefined();
  expect(exchanges.filter(isAway)).toHaveLength(1);
  const of = (id: string) =>
    Object.entries(part.tallies).filter(([name]) => name.startsWith(`${id}|`));
  for (const [name, tally] of [
    ...of('robustness/still-alive'),
    ...of('portfolios/ok'),
    ...of('auth/forged'),
  ]) {
    expect({ name, unanswered: tally.unanswered }).toEqual({ name, unanswered: 0 });
    expect(tally.held).toBeGreaterThan(0);
  }
});

describe('a run ends by its deadline, whatever Retry-After says', () => {
  const deadlineS = 4;
  const always = () => true;
  const values = ['-1', 'soon; really', new Date(0).toUTCString(), '1e9', ''].map(
    (value) => [value, false] as const,
  );
  const endless = ['9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT', '5'].map(
    (value) => [value, true] as const,
  );

  test.runIf(scopeIsGate).each(['api', 'token'] as const)('at the %s', async (place) => {
    const began = performance.now();
    const ended = [...values, ...endless].map(async ([value, isEndless]) => {
      const reference = await turningAway(place, 429, () => value, always);
      const { exchanges, stopped } = await certified(reference, { deadlineS });
      const first = exchanges.find(isAway);
      const isRepeated = first && sentWithin(exchanges, first, Number.POSITIVE_INFINITY).length > 0;
      expect({ value, isRepeated }).toEqual({ value, isRepeated: !isEndless });
      // Without a token the run sends nothing anyway.
      if (isEndless && place === 'api') expect(stopped).toMatch(/Retry-After/);
    });
    await Promise.all(ended);
    // A busy machine needs more time.
    expect(performance.now() - began).toBeLessThan((deadlineS + 20) * 1_000);
  });
});
