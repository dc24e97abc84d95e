import {
  type Bound,
  type Catalogue,
  type Endpoint,
  makePlan,
  type Plan,
  type RunFacts,
  sends,
  type Unit,
  unmetNeed,
} from '../catalogue/index.ts';
import type { Config } from '../config/config.ts';
import { defined, type Send, say, type TokenFacts } from '../exchange/index.ts';
import { inconclusive } from '../judging/answer.ts';
import type { Finding, Part, Tally } from '../outcome/index.ts';
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
import { entering } from './unit-context.ts';

/** Each unit keeps some of the large responses in memory until it has compared them. */
const unitsOfLavish = 2;

export type RunInput = Readonly<{
  catalogue: Catalogue;
  config: Config;
  attempts: Attempts;
  givenTokens: Readonly<Record<string, TokenFacts>>;
  /** Without secrets. */
  values: Readonly<Record<string, string>>;
  /** Distinguishes the updates of the address by two runs. */
  runId?: string;
  nameGuide: (nth: number, id: string) => void;
  /** Findings of an earlier run. The run then only follows their recipes again. */
  again?: readonly Finding[];
  /** Even if no unit may update them. */
  readsAddress?: boolean;
  /** The first case waits for it. */
  onFacts?: (facts: RunFacts) => Promise<void> | void;
  onUnit?: (unit: Unit, tally: Tally) => void;
  /** Called once, at the start. */
  onProgress?: (read: () => Progress) => void;
}>;

/** `latest` is the requirement of the latest request. */
export type Progress = Readonly<{
  requests: number;
  findings: number;
  latest?: string;
  /** The mean of a response. */
  responseMs?: number;
  /** The pause that ends next, in milliseconds since the epoch. */
  pause?: Readonly<{ requirement: string; until: number }>;
}>;

export type Run = Readonly<{
  plan: Plan;
  part: Promise<Part>;
}>;

/** `part` also resolves if the run is stopped, and rejects if the configuration is wrong. */
export function startRun(input: RunInput): Run {
  const plan = makePlan(input.catalogue, input.config);
  return { plan, part: carryOut(input, plan) };
}

async function carryOut(input: RunInput, plan: Plan) {
  const { catalogue, config, attempts } = input;
  const ledger = new Ledger(plan);
  const sender = new Sender(attempts, plan, ledger);
  const { send } = sender;
  const pauses = new Set<Required<Progress>['pause']>();
  input.onProgress?.(() => {
    const { requests, findingCount: findings, latest } = ledger;
    const [pause] = [...pauses].sort((left, right) => left.until - right.until);
    return { requests, findings, ...defined({ latest, pause }) };
  });
  const wait = (ms: number) => attempts.wait(ms);
  const facts = await preflight({ ...input, covered: plan.covered, send, wait });
  await input.onFacts?.(facts);
  if (facts.obstacle !== undefined) {
    // A wrong token may be the cause, so its monitors judge it.
    const isJudged = ({ endpoint, notRun }: Unit) =>
      endpoint.origin === 'token' && notRun === undefined;
    const units = facts.tokens['token:scoped'] ? plan.units.filter(isJudged) : [];
    sender.showTo(new Monitors(catalogue, units, binder(config, plan, facts), ledger));
    return obstructed(facts.obstacle, plan, ledger);
  }
  const refused = facts.refusedTokens['token:scoped'] ?? 'none was requested';
  const noToken = facts.tokens['token:scoped']
    ? undefined
    : say`no access token was issued to the scoped client: ${refused}`;
  const runnable = runnableUnits(plan, config, facts, ledger);
  const mine = runnable.filter((unit) => unit.mine);
  const address =
    noToken === undefined
      ? await keepAddress(input, plan, mine, binder(config, plan, facts), sender)
      : undefined;
  // No check may send an update as a control of another endpoint either.
  const mayUpdate = address?.unread() === undefined;
  const covered = plan.covered.filter((endpoint) => mayUpdate || !updatesAddress(endpoint));
  const bind = binder(config, { ...plan, covered }, facts);
  const monitors = new Monitors(catalogue, runnable, bind, ledger);
  sender.showTo(monitors);

  const pausing = (requirement: string) => async (until: number) => {
    const pause = { requirement, until };
    pauses.add(pause);
    await attempts.until?.(until);
    pauses.delete(pause);
  };
  const { outage } = sender;
  const { concurrency, network } = config;
  const isDirect = network.proxy === undefined;
  const { isReplay = false } = attempts;
  const context = { bind, outage, ledger, monitors, covered, isDirect, concurrency, isReplay };
  const refusalOf = async ({ endpoint, row }: Unit) =>
    (endpoint.origin === 'api' && row.requirement.endpoints ? noToken : undefined) ??
    (updatesAddress(endpoint) ? await address?.refusal() : undefined);
  const run = async (unit: Unit, its: Send) => {
    const reason = await refusalOf(unit);
    const { id } = unit.row.requirement;
    if (reason === undefined) await runUnit(unit, { ...context, until: pausing(id), send: its });
    else entering(unit, context)(inconclusive(reason));
    input.onUnit?.(unit, ledger.tally(id, unit.endpoint.id));
  };
  if (input.again) {
    const until = pausing(input.again[0]?.requirement ?? '');
    await replayFindings(input.again, { ...context, until, send, units: mine, refusalOf, wait });
  } else {
    // One unit sends while another waits for its control.
    const atOnce = concurrency * 2;
    const lowered = () => (sender.isLavish ? unitsOfLavish : atOnce);
    await runLanes(mine, { run, send, turn: () => wait(0), atOnce, lowered });
    const reproducing = { ...context, catalogue, plan, send, wait };
    await reproduce(reproducing);
    await findConditions(reproducing);
    await atMost(1, inLane(mine, 'last'), (unit) => run(unit, send));
  }
  await settle(sender, wait, runnable, ledger, address);
  const guides = facts.guideIds.map((id, nth) => [`guide:${nth}`, id] as const);
  const obstacle = sender.ban ?? sender.proxyRefusals.latest('api', 'token');
  return {
    ...ledger.part(monitors.folds()),
    ...defined({ obstacle }),
    ...monitors.contradictions(),
    values: { ...Object.fromEntries(guides), ...input.values },
  };
}

async function settle(
  sender: Sender,
  wait: Attempts['wait'],
  units: readonly Unit[],
  ledger: Ledger,
  address: KeptAddress | undefined,
) {
  // After a ban, the target does not say which tokens it accepts.
  const suspects = sender.ban === undefined ? sender.tokenLosses.suspects() : [];
  const cause = await findRefusalCause(suspects, { send: sender.sendKeepingToken, wait });
  // In every shard: only one of them sent the request.
  for (const { row, endpoint } of cause ? units : []) {
    const { requirement } = row;
    if (cause && requirement.kind === 'scenario' && requirement.judgeCause)
      ledger.enter(requirement.id, endpoint.id, requirement.judgeCause(cause), cause.refused);
  }
  await sender.proxyRefusals.ask(sender.send);
  const notices = [
    ...((await address?.putBack()) ?? []),
    ...(await sender.notices(cause !== undefined)),
    sender.proxyRefusals.latest('jwks'),
  ];
  for (const notice of notices) {
    if (notice) ledger.notice(notice);
  }
  // Somebody else changed the address during the run, so what was read back proves nothing.
  const strange = address?.strange && address.unread();
  for (const { row, endpoint, mine } of strange ? units : []) {
    const { id, needs } = row.requirement;
    if (strange && mine && updatesAddress(endpoint) && needs?.includes('read-back'))
      ledger.withdraw(id, endpoint.id, strange);
  }
}

const runnableUnits = ({ units }: Plan, config: Config, facts: RunFacts, ledger: Ledger) =>
  units.filter((unit) => {
    if (!sends(unit)) return false;
    const unmet = unmetNeed(unit.row.requirement, config, facts);
    // Shards get different tokens and keys, so the shard that runs the unit decides.
    if (unmet && unit.mine && !unit.isInput)
      entering(unit, { ledger })({ ...unmet, kind: 'not-run', why: unmet.reason });
    return !unmet;
  });

const updatesAddress = ({ name }: Endpoint) => name === 'address';

async function keepAddress(
  { attempts, readsAddress = false, runId = '' }: RunInput,
  { endpoints, covered }: Plan,
  mine: readonly Unit[],
  bind: (unit: Unit) => Bound,
  sender: Sender,
) {
  const endpoint = (readsAddress ? endpoints : covered).find(updatesAddress);
  const unit = readsAddress ? mine[0] : mine.find(concernsAddress);
  if (!endpoint || !unit) return undefined;
  const address = new KeptAddress(bind({ ...unit, endpoint }), sender.send, runId, attempts);
  sender.onAttempt = (exchange) => address.see(exchange);
  sender.admit = (key, request) => address.admit(key, request);
  await address.read();
  if (mine.some((one) => updatesAddress(one.endpoint))) await address.mark();
  return address;
}

/** No response counts: a gateway may have sent it. */
function obstructed(obstacle: string, { units }: Plan, ledger: Ledger) {
  for (const unit of units) {
    if (unit.mine && unit.notRun === undefined)
      entering(unit, { ledger })(inconclusive(say`${obstacle}`));
  }
  return { ...ledger.part({}), obstacle };
}
