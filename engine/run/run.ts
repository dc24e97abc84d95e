import type { Catalogue } from '../catalogue/catalogue.ts';
import { rows } from '../catalogue/catalogue.ts';
import { unmetNeed } from '../catalogue/needs.ts';
import type { Config } from '../config/config.ts';
import { loadRequest } from '../evidence/stored-request.ts';
import { type Exchange, isAnswered, isLarge, type Send, type TokenFacts } from '../exchange/exchange.ts';
import { keyText } from '../exchange/key.ts';
import { noResponse } from '../judging/answer.ts';
import type { Finding } from '../outcome/finding.ts';
import type { Part } from '../outcome/part.ts';
import type { Tally } from '../outcome/tally.ts';
import { binder } from './binding.ts';
import type { RunFacts } from './facts.ts';
import { keepAddress } from './kept-address.ts';
import { atMost, chainsFirst, laneOf } from './lanes.ts';
import { Ledger } from './ledger.ts';
import { Monitors } from './monitors.ts';
import { type Asking, Overload, usual } from './overload.ts';
import { Patience } from './patience.ts';
import { makePlan, type Plan, type Unit } from './plan.ts';
import { type Attempts, sendPolitely } from './polite.ts';
import { RevokedTokens } from './revoked-tokens.ts';
import { setUp } from './setup.ts';
import { runUnit } from './unit.ts';
import { usedKeys } from './used-keys.ts';

const reproductions = 2;
/** At most this many findings of monitors are reproduced. */
const reproducedFindings = 60;
/** Concurrent units if responses are large: each unit keeps some responses in memory until it has compared them. */
const unitsOfLavish = 2;
const asOftenAsRecorded: Asking = { ...usual, attempts: Number.POSITIVE_INFINITY };
/** Steps that repeat a judged request. Monitors do not see them. */
const repeats = /^(again|shrink)-/;

export interface RunInput {
  readonly catalogue: Catalogue;
  readonly config: Config;
  readonly attempts: Attempts;
  /** Facts about the tokens that the operator supplied, by symbol. */
  readonly givenTokens: Readonly<Record<string, TokenFacts>>;
  readonly nameGuide: (nth: number, id: string) => void;
  readonly onFacts?: (facts: RunFacts) => void;
  /** Called when a unit has sent and judged all its own requests. */
  readonly onUnit?: (unit: Unit, tally: Tally) => void;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly unitsDone: number;
  readonly units: number;
  readonly requests: number;
  readonly findings: number;
}

export interface Run {
  readonly plan: Plan;
  readonly part: Promise<Part>;
}

/**
 * Runs the catalogue. `attempts` sends each request, live or from evidence. A replay differs in one point: the evidence
 * decides which requests without a response are retried. The resulting part has a tally for every unit of the plan.
 */
export function startRun(input: RunInput): Run {
  const plan = makePlan(input.catalogue, input.config);
  return { plan, part: carryOut(input, plan) };
}

async function carryOut(input: RunInput, plan: Plan): Promise<Part> {
  const { catalogue, config } = input;
  const ledger = new Ledger(plan);
  const safety = new Map(plan.endpoints.map((endpoint) => [endpoint.id, endpoint.safety]));
  const patience = new Patience();
  const overload = new Overload();
  const revokedTokens = new RevokedTokens();
  let isLavish = false;
  const { isReplay = false } = input.attempts;
  const counted: Attempts = {
    ...input.attempts,
    patient: (key) => isReplay || patience.lasts(keyText(key)),
    shed: (latest) => (isReplay ? asOftenAsRecorded : overload.asking(latest)),
    isRevoked: async (refused) => {
      const isRevoked = (await input.attempts.isRevoked?.(refused)) === true;
      if (isRevoked) revokedTokens.refused(refused);
      return isRevoked;
    },
    once: async (...sent) => {
      const exchange = await input.attempts.once(...sent);
      overload.attempted(exchange);
      revokedTokens.attempted(exchange);
      if (!isAnswered(exchange) && exchange.answer.lost === 'timeout') patience.timedOut();
      if (isLarge(exchange)) isLavish = true;
      if (isAnswered(exchange) || exchange.answer.lost !== 'stopped') ledger.time(exchange);
      return exchange;
    },
  };
  let monitors: Monitors | undefined;
  const unseen: Parameters<Monitors['see']>[0][] = [];
  const use = usedKeys();
  const send: Send = async (key, request, proof) => {
    use(key);
    const repeatable = safety.get(key.endpoint) !== 'order';
    const exchange = await sendPolitely(counted, key, request, proof, repeatable).finally(() =>
      patience.ended(keyText(key)),
    );
    overload.ended(exchange);
    if (!repeats.test(key.step)) monitors ? show(exchange, monitors) : unseen.push(exchange);
    return exchange;
  };
  let unitsDone = 0;
  const progress = () =>
    input.onProgress?.({
      unitsDone,
      units: plan.units.length,
      requests: ledger.requests,
      findings: ledger.findingCount,
    });

  const facts = await setUp({ ...input, covered: plan.covered, send, wait: counted.wait });
  input.onFacts?.(facts);
  const bind = binder(config, plan, facts);
  const runnable = plan.units.filter((unit) => {
    if (unit.notRun !== undefined) return false;
    const unmet = unmetNeed(unit.row.requirement, config, facts);
    // Only the shard that runs the unit decides whether its needs are met, because shards get different tokens and
    // keys.
    if (unmet && unit.mine) ledger.notRun(unit.row.requirement.id, unit.endpoint.id, unmet.reason, unmet.blocksNothing);
    return !unmet;
  });
  // If the API never accepted the run, a gateway or another service may have sent the responses.
  const show = (exchange: Exchange, to: Monitors) => {
    if (facts.turnedBack === undefined || exchange.request.origin !== 'api') to.see(exchange);
  };
  monitors = new Monitors(runnable, bind, ledger);
  for (const exchange of unseen.splice(0)) show(exchange, monitors);

  const isDirect = config.network.proxy === undefined;
  const { covered } = plan;
  const until = input.attempts.until ?? (async () => {});
  const context = { bind, send, until, ledger, monitors, covered, isDirect, concurrency: config.concurrency, isReplay };
  const obstacle = obstacleOf(facts, config);
  const isObstructed = ({ row: { requirement }, endpoint }: Unit) =>
    endpoint.origin === 'api' &&
    (requirement.endpoints !== undefined || (facts.turnedBack !== undefined && requirement.kind === 'check'));
  const run = async (unit: Unit) => {
    if (obstacle !== undefined && isObstructed(unit)) {
      ledger.enter(unit.row.requirement.id, unit.endpoint.id, { kind: 'inconclusive', why: obstacle });
    } else await runUnit(unit, context);
    unitsDone++;
    input.onUnit?.(unit, ledger.tally(unit.row.requirement.id, unit.endpoint.id));
    progress();
  };
  const mine = runnable.filter((unit) => unit.mine);
  const inLane = (lane: string) => mine.filter((unit) => laneOf(unit) === lane);
  const shared = chainsFirst(inLane('shared'));
  const address = await keepAddress(mine, bind, send);
  // Twice as many units as requests in flight: one unit sends while another waits for its control.
  const atOnce = config.concurrency * 2;
  const ofLavish = () => (isLavish ? unitsOfLavish : atOnce);
  const writing = async () => {
    await atMost(atOnce, inLane('before-writes'), run);
    await atMost(1, inLane('writes'), run);
  };
  await Promise.all([writing(), atMost(atOnce, shared, run, ofLavish)]);
  await atMost(atOnce, inLane('odd'), run, ofLavish);
  await atMost(1, inLane('alone'), run);
  await reproduce(ledger, monitors, send, catalogue, plan);
  await atMost(1, inLane('last'), run);
  for (const notice of [await address.putBack(), revokedTokens.notice()]) {
    if (notice) ledger.notice(notice);
  }
  progress();
  return ledger.part(monitors.folds());
}

/** Returns what the operator must fix before the API can be tested; undefined if nothing is in the way. */
export function obstacleOf({ tokens, refusedTokens, turnedBack }: RunFacts, { target }: Config): string | undefined {
  if (tokens['token:scoped'] === undefined) {
    const refusal = refusedTokens['token:scoped'] ?? 'none was requested';
    const cure = refusal.startsWith(noResponse)
      ? `Check that ${target.authUrl} is the token endpoint and that this machine can reach it (M2M_AUTH_URL).`
      : 'Check M2M_CLIENT_ID, M2M_CLIENT_SECRET and M2M_AUDIENCE.';
    return `no access token was issued to the scoped client: ${refusal}. ${cure}`;
  }
  if (turnedBack === undefined) return undefined;
  const { answer, location } = turnedBack;
  return location === undefined
    ? `no endpoint accepts the well-formed request: ${answer}. Check that the user in M2M_USER_ID exists and that the client may act for that user. Check M2M_AUDIENCE and M2M_BASE_URL. Check that no gateway refuses requests from this machine, and that nothing else requests tokens for the same client during the run.`
    : `every endpoint redirects the well-formed request, the first to ${location}. Check M2M_BASE_URL.`;
}

/** Sends the requests behind monitor findings again, so that each finding says how often it recurs. */
async function reproduce(
  ledger: Ledger,
  monitors: Monitors,
  send: Send,
  catalogue: Catalogue,
  plan: Plan,
): Promise<void> {
  const monitored = new Set(
    rows(catalogue).flatMap(({ requirement }) => (requirement.kind === 'monitor' ? [requirement.id] : [])),
  );
  const safety = new Map(plan.endpoints.map((endpoint) => [endpoint.id, endpoint.safety]));
  const found = ledger
    .findings()
    .filter(
      ({ requirement, exchange }) =>
        monitored.has(requirement) &&
        exchange !== undefined &&
        !('lost' in exchange.answer) &&
        exchange.request.origin === 'api' &&
        safety.get(exchange.key.endpoint) !== 'order',
    )
    .slice(0, reproducedFindings)
    .map((finding, index) => ({ finding, index }));
  const again = async ({ finding, index }: (typeof found)[number]) => {
    const times = await timesAgain(finding, index, monitors, send);
    ledger.refine({ ...finding, reproduced: { of: reproductions, times } });
  };
  const isWrite = ({ finding }: (typeof found)[number]) => safety.get(finding.exchange?.key.endpoint ?? '') === 'write';
  await Promise.all([atMost(1, found.filter(isWrite), again), ...found.filter((one) => !isWrite(one)).map(again)]);
}

async function timesAgain(finding: Finding, index: number, monitors: Monitors, send: Send): Promise<number> {
  let times = 0;
  if (!finding.exchange) return times;
  const { key } = finding.exchange;
  const request = loadRequest(finding.exchange.request);
  for (let nth = 1; nth <= reproductions; nth++) {
    const again = { requirement: finding.requirement, endpoint: key.endpoint, index, step: `again-${nth}`, attempt: 0 };
    const exchange = await send(again, request);
    if (!isAnswered(exchange)) continue;
    // Keep the original key: monitors exempt some requests by it.
    const asBefore = { ...exchange, key };
    if (monitors.judgeAgain(finding.requirement, asBefore)?.kind === 'fail') times++;
  }
  return times;
}
