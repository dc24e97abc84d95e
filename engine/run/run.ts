import type { Bound } from '../catalogue/bound.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { RefusalCause } from '../catalogue/check.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { RunFacts } from '../catalogue/facts.ts';
import { unmetNeed } from '../catalogue/needs.ts';
import { makePlan, type Plan, sends, type Unit } from '../catalogue/plan.ts';
import type { Config } from '../config/config.ts';
import type { Send, TokenFacts } from '../exchange/exchange.ts';
import { say } from '../exchange/sentence.ts';
import type { Finding } from '../outcome/finding.ts';
import type { Part } from '../outcome/part.ts';
import type { Tally } from '../outcome/tally.ts';
import type { Attempts } from '../traffic/attempts.ts';
import { binder } from './binding.ts';
import { KeptAddress } from './kept-address.ts';
import { atMost, concernsAddress, inLane, runLanes } from './lanes.ts';
import { Ledger } from './ledger.ts';
import { Monitors } from './monitors.ts';
import { preflight } from './preflight/preflight.ts';
import { findRefusalCause } from './refusal-cause.ts';
import { replayFindings } from './replay-findings.ts';
import { findConditions, reproduce } from './reproduce.ts';
import { Sender } from './sender.ts';
import { runUnit } from './unit.ts';

/** Each unit keeps some of the large responses in memory until it has compared them. */
const unitsOfLavish = 2;

export interface RunInput {
  readonly catalogue: Catalogue;
  readonly config: Config;
  readonly attempts: Attempts;
  /** Of the tokens that the operator supplied, by symbol. */
  readonly givenTokens: Readonly<Record<string, TokenFacts>>;
  /** Of symbols that are no secrets. */
  readonly values: Readonly<Record<string, string>>;
  /** Distinguishes the updates of the address by two runs. */
  readonly runId?: string;
  readonly nameGuide: (nth: number, id: string) => void;
  /** Findings of an earlier run. The run then only follows their recipes again. */
  readonly again?: readonly Finding[];
  /** Whether to read the test users' addresses even if no unit may update them. */
  readonly readsAddress?: boolean;
  /** Called before the first case, which waits for it. */
  readonly onFacts?: (facts: RunFacts) => Promise<void> | void;
  /** Called when a unit has sent and judged its own requests. */
  readonly onUnit?: (unit: Unit, tally: Tally) => void;
  /** Called once, at the start, with a function that returns the progress at any time. */
  readonly onProgress?: (read: () => Progress) => void;
}

/** For people. `latest` is the requirement of the latest request. */
export interface Progress {
  readonly requests: number;
  readonly findings: number;
  readonly latest?: string;
  /** The mean of a response. */
  readonly responseMs?: number;
  /** The pause that ends next, in milliseconds since the epoch. */
  readonly pause?: { readonly requirement: string; readonly until: number };
}

export interface Run {
  readonly plan: Plan;
  readonly part: Promise<Part>;
}

/**
 * Runs the catalogue. `attempts` sends each request, live or from evidence. In a replay, the
 * evidence decides which requests without a response are retried. `part` also resolves if the run
 * is stopped, and rejects if the configuration is wrong.
 */
export function startRun(input: RunInput): Run {
  const plan = makePlan(input.catalogue, input.config);
  return { plan, part: carryOut(input, plan) };
}

async function carryOut(input: RunInput, plan: Plan): Promise<Part> {
  const { catalogue, config, attempts } = input;
  const ledger = new Ledger(plan);
  const sender = new Sender(attempts, plan, ledger);
  const { send } = sender;
  const pauses = new Set<Required<Progress>['pause']>();
  input.onProgress?.(() => {
    const { requests, findingCount: findings, latest } = ledger;
    const [pause] = [...pauses].sort((left, right) => left.until - right.until);
    return { requests, findings, ...(latest ? { latest } : {}), ...(pause ? { pause } : {}) };
  });
  const facts = await preflight({
    ...input,
    covered: plan.covered,
    send,
    wait: (ms) => attempts.wait(ms),
  });
  await input.onFacts?.(facts);
  if (facts.obstacle !== undefined) {
    // A wrong token may be the cause, so its monitors judge it.
    const isJudged = ({ endpoint, notRun }: Unit) =>
      endpoint.origin === 'token' && notRun === undefined;
    const units = facts.tokens['token:scoped'] ? plan.units.filter(isJudged) : [];
    sender.showTo(new Monitors(catalogue, units, binder(config, plan, facts), ledger));
    return obstructed(facts.obstacle, plan, ledger);
  }
  const noToken = facts.tokens['token:scoped']
    ? undefined
    : `no access token was issued to the scoped client: ${facts.refusedTokens['token:scoped']}`;
  const runnable = runnableUnits(plan, config, facts, ledger);
  const mine = runnable.filter((unit) => unit.mine);
  const address =
    noToken === undefined
      ? await keepAddress(input, plan, mine, binder(config, plan, facts), sender)
      : undefined;
  const unread = address?.unread();
  // No check may send an update as a control of another endpoint either.
  const covered = plan.covered.filter(
    (endpoint) => unread === undefined || !updatesAddress(endpoint),
  );
  const bind = binder(config, { ...plan, covered }, facts);
  const monitors = new Monitors(catalogue, runnable, bind, ledger);
  sender.showTo(monitors);

  const isDirect = config.network.proxy === undefined;
  const { isReplay = false } = attempts;
  const pausing = (requirement: string) => async (until: number) => {
    const pause = { requirement, until };
    pauses.add(pause);
    await attempts.until?.(until);
    pauses.delete(pause);
  };
  const { outage } = sender;
  const { concurrency } = config;
  const context = { bind, outage, ledger, monitors, covered, isDirect, concurrency, isReplay };
  const refusalOf = async ({ endpoint, row }: Unit) =>
    (endpoint.origin === 'api' && row.requirement.endpoints ? noToken : undefined) ??
    (updatesAddress(endpoint) ? await address?.refusal(attempts) : undefined);
  const run = async (unit: Unit, its: Send) => {
    const reason = await refusalOf(unit);
    if (reason !== undefined) {
      ledger.enter(unit.row.requirement.id, unit.endpoint.id, {
        kind: 'inconclusive',
        why: say`${reason}`,
      });
    } else await runUnit(unit, { ...context, until: pausing(unit.row.requirement.id), send: its });
    input.onUnit?.(unit, ledger.tally(unit.row.requirement.id, unit.endpoint.id));
  };
  const wait = (ms: number) => attempts.wait(ms);
  if (input.again) {
    const until = pausing(input.again[0]?.requirement ?? '');
    await replayFindings(input.again, { ...context, until, send, units: mine, refusalOf, wait });
  } else await runAll(mine, run, { ...context, sender, catalogue, plan, wait });
  await settle({ attempts, sender, address, runnable, mine, ledger });
  const guides = facts.guideIds.map((id, nth) => [`guide:${nth}`, id] as const);
  const obstacle = sender.ban ?? sender.proxyRefusals.latest('api', 'token');
  return {
    ...ledger.part(monitors.folds()),
    ...(obstacle === undefined ? {} : { obstacle }),
    ...monitors.contradictions(),
    values: { ...Object.fromEntries(guides), ...input.values },
  };
}

type Running = Parameters<typeof reproduce>[0] & { readonly sender: Sender };

async function runAll(
  mine: readonly Unit[],
  run: (unit: Unit, send: Send) => Promise<void>,
  { sender, ...running }: Omit<Running, 'send'>,
): Promise<void> {
  const { send } = sender;
  // One unit sends while another waits for its control.
  const atOnce = running.concurrency * 2;
  const lowered = () => (sender.isLavish ? unitsOfLavish : atOnce);
  await runLanes(mine, { run, send, atOnce, lowered });
  const reproducing = { ...running, send };
  await reproduce(reproducing);
  await findConditions(reproducing);
  await atMost(1, inLane(mine, 'last'), (unit) => run(unit, send));
}

interface Ended {
  readonly attempts: Attempts;
  readonly sender: Sender;
  readonly address: KeptAddress | undefined;
  readonly runnable: readonly Unit[];
  readonly mine: readonly Unit[];
  readonly ledger: Ledger;
}

/**
 * Finds the cause of lost tokens, restores the addresses, and notes what the operator must know.
 */
async function settle({ attempts, sender, address, runnable, mine, ledger }: Ended): Promise<void> {
  // After a ban, the target does not say which tokens it accepts.
  const suspects = sender.ban === undefined ? sender.tokenLosses.suspects() : [];
  const cause = await findRefusalCause(suspects, {
    send: sender.sendKeepingToken,
    wait: (ms) => attempts.wait(ms),
  });
  if (cause) enterCause(cause, runnable, ledger);
  await sender.proxyRefusals.ask(sender.send);
  const notices = [
    ...((await address?.putBack()) ?? []),
    ...(await sender.notices(cause !== undefined)),
    sender.proxyRefusals.latest('jwks'),
  ];
  for (const notice of notices) {
    if (notice) ledger.notice(notice);
  }
  if (address) withdraw(address, mine, ledger);
}

/** In every shard: only one of them sent the request. */
function enterCause(cause: RefusalCause, units: readonly Unit[], ledger: Ledger): void {
  for (const { row, endpoint } of units) {
    const { requirement } = row;
    if (requirement.kind !== 'scenario' || !requirement.judgeCause) continue;
    ledger.enter(requirement.id, endpoint.id, requirement.judgeCause(cause), cause.refused);
  }
}

function runnableUnits({ units }: Plan, config: Config, facts: RunFacts, ledger: Ledger): Unit[] {
  return units.filter((unit) => {
    if (!sends(unit)) return false;
    const { endpoint, mine, isInput, row } = unit;
    const { requirement } = row;
    const unmet = unmetNeed(requirement, config, facts);
    // Shards get different tokens and keys, so the shard that runs the unit decides.
    if (unmet && mine && !isInput)
      ledger.notRun(requirement.id, endpoint.id, unmet.reason, unmet.blocksNothing);
    return !unmet;
  });
}

const updatesAddress = ({ name }: Endpoint): boolean => name === 'address';

function addressOf(
  { readsAddress = false, runId = '' }: RunInput,
  { endpoints, covered }: Plan,
  mine: readonly Unit[],
  bind: (unit: Unit) => Bound,
  send: Send,
): KeptAddress | undefined {
  const endpoint = (readsAddress ? endpoints : covered).find(updatesAddress);
  const unit = readsAddress ? mine[0] : mine.find(concernsAddress);
  return endpoint && unit && new KeptAddress(bind({ ...unit, endpoint }), send, runId);
}

/**
 * Reads the addresses, and marks the first one if a unit may update it. From then on, it sees
 * every attempt, and decides what is sent.
 */
async function keepAddress(
  input: RunInput,
  plan: Plan,
  mine: readonly Unit[],
  bind: (unit: Unit) => Bound,
  sender: Sender,
): Promise<KeptAddress | undefined> {
  const address = addressOf(input, plan, mine, bind, sender.send);
  if (!address) return undefined;
  sender.onAttempt = (exchange) => address.see(exchange);
  sender.admit = (key, request) => address.admit(key, request);
  await address.read(input.attempts);
  if (mine.some(({ endpoint }) => updatesAddress(endpoint))) await address.mark();
  return address;
}

/** Somebody else changed the address during the run, so what was read back proves nothing. */
function withdraw(address: KeptAddress, units: readonly Unit[], ledger: Ledger): void {
  const why = address.strange && address.unread();
  if (why === undefined) return;
  for (const { row, endpoint } of units) {
    const { id, needs } = row.requirement;
    if (updatesAddress(endpoint) && needs?.includes('read-back'))
      ledger.withdraw(id, endpoint.id, say`${why}`);
  }
}

/** No response counts: a gateway may have sent it. */
function obstructed(obstacle: string, { units }: Plan, ledger: Ledger): Part {
  for (const { row, endpoint, mine, notRun } of units) {
    if (mine && notRun === undefined)
      ledger.enter(row.requirement.id, endpoint.id, {
        kind: 'inconclusive',
        why: say`${obstacle}`,
      });
  }
  return { ...ledger.part({}), obstacle };
}
