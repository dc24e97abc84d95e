import { describe, expect, test } from 'vitest';
import { outcomeDifferences } from '../../../cli/certificate/recompute.ts';
import { wasSent } from '../../../engine/exchange/exchange.ts';
import { valueText } from '../../../engine/exchange/value.ts';
import { type Config, type Exchange, isAnswered } from '../../../engine/index.ts';
import { trafficClass } from '../../../engine/traffic/gate.ts';
import {
  type Compose,
  override,
  overrideHandler,
  startReference,
} from '../../../fixtures/reference/index.ts';
import { scopeIsGate } from '../../scope.ts';
import { simulate } from '../../simulation/simulate.ts';
import {
  type Certified,
  type Certifying,
  certifyTarget,
  configFor,
  fullConfigFor,
  judgedAgain,
  withOutcome,
} from './in-process.ts';

// A deadline, a signal or the size of the evidence may stop a run at any moment. Then `judge` must
// come to the same result, requests that were not sent must not cause failures, and what the run
// changed is restored.

/** Kinds of requests, in few of each: a run of a tenth of the catalogue. */
const part = {
  allow: { writes: true, orders: true, desync: true },
  only: [
    ...['token/renewal', 'guide/fetch', 'guides/localised', 'guides/accept', 'cash/ok'],
    ...['address/accepted', 'address/repeatable', 'address/isolation', 'orders/accepted'],
    ...['address/overwrites', 'http/protocol-violations'],
    ...['summaries/forbidden', 'notifications/on-creation', 'http/large-input'],
    ...['robustness/still-alive', 'errors/response-id-unique'],
  ],
};

/** Certifies a correct server. Reports whether each user's address is as before. */
async function run(config: Partial<Config> = {}, more: Certifying = {}) {
  let addresses: ReadonlyMap<string, unknown> = new Map();
  let before: string | undefined;
  // The first update of each user is slow, and those that restore the address are fast.
  const slow = overrideHandler('address', (original) => async (visit, admission) => {
    addresses = visit.world.addresses;
    const isFirst = before === undefined;
    before ??= JSON.stringify([...addresses]);
    if (isFirst) await visit.parts.sleep(250);
    return original(visit, admission);
  });
  const certified = await simulate({
    compose: slow,
    configured: fullConfigFor,
    config: { ...part, ...config },
    ...more,
  });
  const isRestored = before === undefined || JSON.stringify([...addresses]) === before;
  return { ...certified, evidence: certified.evidence, isRestored };
}

const all = await run();
const every = scopeIsGate ? 10 : 50;
const sent = [...all.evidence.exchanges.values()];
const moments = sent.flatMap((exchange, nth) =>
  nth % every === 0 ? [[nth + 1, exchange.endedAt] as const] : [],
);

async function expectNoFinding({ result, evidence }: Pick<Certified, 'result' | 'evidence'>) {
  expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
  expect(result.harnessErrors).toEqual([]);
  expect(outcomeDifferences(await judgedAgain(evidence), result)).toEqual([]);
}

test('a run that is not stopped is conformant', async () => {
  expect(sent.length).toBeGreaterThan(250);
  expect(all).toMatchObject({ stopped: undefined, isRestored: true });
  await expectNoFinding(all);
});

describe.each(moments)('a run that ends at request %i', { timeout: 240_000 }, (nth, endedAt) => {
  test('by a signal', async () => {
    let seen = 0;
    const ended = await run({}, { onExchange: (_, stop) => ++seen === nth && stop('SIGINT') });
    expect(ended).toMatchObject({ stopped: 'SIGINT', isRestored: true });
    await expectNoFinding(ended);
  });

  test('by its deadline', async () => {
    const [first = expect.fail()] = sent;
    // A deadline is at least half a second after the start.
    const ended = await run({ deadlineS: 0.6 + (endedAt - first.sentAt) / 1_000 });
    expect(ended.isRestored).toBe(true);
    await expectNoFinding(ended);
  });

  test('by the size of its evidence', async () => {
    const ended = await run({}, { stopsAfter: nth });
    expect(ended).toMatchObject({ isRestored: true });
    await expectNoFinding(ended);
  });

  test('because the worker dies or its evidence cannot be written', async () => {
    const exchanges = new Map([...all.evidence.exchanges].slice(0, nth));
    const result = await judgedAgain({ ...all.evidence, exchanges, complete: false });
    expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
    expect(result.harnessErrors).toEqual([]);
  });
});

test('restores the address after an update that was in flight when the run stopped', async () => {
  let stopRun: ((why: string) => void) | undefined;
  let begun = 0;
  let addresses: ReadonlyMap<string, unknown> = new Map();
  let before: string | undefined;
  const stopping = overrideHandler('address', (original) => async (visit, admission) => {
    addresses = visit.world.addresses;
    before ??= JSON.stringify([...addresses]);
    if (++begun === 1) {
      stopRun?.('SIGINT');
      await visit.parts.sleep(250);
    }
    return original(visit, admission);
  });
  const { result, stopped } = await simulate({
    compose: stopping,
    configured: fullConfigFor,
    config: { only: ['address/accepted'], rate: 50 },
    onExchange: (_, stop) => {
      stopRun = stop;
    },
  });
  expect([begun > 0, stopped]).toEqual([true, 'SIGINT']);
  expect(JSON.stringify([...addresses])).toBe(before);
  expect(result.notices).toEqual([]);
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

/** Rejects the requests to that place for which `isAway` returns true. Counts from 1. */
function turningAway(
  place: Place,
  status: number,
  retryAfter: (now: number) => string,
  isAway: (nth: number) => boolean,
): Compose {
  let nth = 0;
  return override('respond', (original, { now }) => (visit, response) => {
    if ((visit.endpoint === 'token') !== (place === 'token') || !isAway(++nth))
      return original(visit, response);
    return new Response('later', { status, headers: { 'Retry-After': retryAfter(now()) } });
  });
}

async function certified(compose: Compose, changes: Partial<Config>) {
  const config = { claim: ['authentication', 'portfolios'] as const, ...changes };
  const { part, evidence, stopped } = await simulate({ compose, config });
  return { part, exchanges: [...evidence.exchanges.values()], stopped };
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
const asDate = (now: number) => new Date(now + 2_000).toUTCString();

test.each([
  ['api', 429, 'in seconds', inSeconds],
  ['api', 503, 'as a date', asDate],
  ['token', 503, 'in seconds', inSeconds],
  ['token', 429, 'as a date', asDate],
] as const)(
  'no request that a Retry-After delays is sent before it ends, %s: %i, %s',
  async (place, status, _form, retryAfter) => {
    const times = place === 'api' ? [20, 60, 61] : [1, 3];
    const away = turningAway(place, status, retryAfter, (nth) => times.includes(nth));
    const only = place === 'api' ? ['auth/*'] : ['token/*', 'auth/*'];
    const { exchanges, stopped } = await certified(away, { concurrency: 2, only });
    const turnedAway = exchanges.filter(isAway);
    expect(turnedAway.length).toBe(times.length);
    for (const one of turnedAway) expect(sentWithin(exchanges, one, 1_000)).toEqual([]);
    expect(exchanges.length).toBeGreaterThan(60);
    expect(stopped).toBeUndefined();
  },
);

test('if the token endpoint locks a client out, requirements that need no new token are still judged', async () => {
  const away = turningAway(
    'token',
    429,
    () => '1800',
    (nth) => nth > 4,
  );
  const only = ['robustness/still-alive', 'portfolios/ok', 'auth/forged', 'token/*'];
  const { part, exchanges, stopped } = await certified(away, { only });
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

const ignored = ['-1', 'soon; really', new Date(0).toUTCString(), '1e9', ''].map(
  (value) => [value, false] as const,
);
const endless = ['9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT', '5'].map(
  (value) => [value, true] as const,
);
const places = [...ignored, ...endless].flatMap(([value, isEndless]) =>
  (['api', 'token'] as const).map((place) => [place, value, isEndless] as const),
);

test.each(places)(
  'a run ends by its deadline, at the %s, whatever Retry-After says: %j',
  async (place, value, isEndless) => {
    const deadlineS = 4;
    const away = turningAway(
      place,
      429,
      () => value,
      () => true,
    );
    const { exchanges, stopped } = await certified(away, { deadlineS });
    const first = exchanges.find(isAway);
    const isRepeated = first && sentWithin(exchanges, first, Number.POSITIVE_INFINITY).length > 0;
    expect(isRepeated).toBe(!isEndless);
    // Without a token the run sends nothing anyway.
    if (isEndless && place === 'api') expect(stopped).toMatch(/Retry-After/);
    const times = exchanges.map(({ endedAt }) => endedAt);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan((deadlineS + 20) * 1_000);
  },
);
