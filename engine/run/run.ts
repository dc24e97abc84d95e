import type { Catalogue } from '../catalogue/catalogue.ts';
import type { RunFacts } from '../catalogue/facts.ts';
import { unmetNeed } from '../catalogue/needs.ts';
import { makePlan, type Plan, type Unit } from '../catalogue/plan.ts';
import type { Config } from '../config/config.ts';
import type { Send, TokenFacts } from '../exchange/exchange.ts';
import type { Part } from '../outcome/part.ts';
import type { Tally } from '../outcome/tally.ts';
import type { Attempts } from '../traffic/attempts.ts';
import { binder } from './binding.ts';
import { keepAddress } from './kept-address.ts';
import { atMost, inLane, runLanes } from './lanes.ts';
import { Ledger } from './ledger.ts';
import { Monitors } from './monitors.ts';
import { obstacleOf } from './preflight/obstacle.ts';
import { preflight } from './preflight/preflight.ts';
import { reproduce } from './reproduce.ts';
import { Sender } from './sender.ts';
import { runUnit } from './unit.ts';

/** Concurrent units if responses are large: each unit keeps some responses in memory until it has compared them. */
const unitsOfLavish = 2;

export interface RunInput {
  readonly catalogue: Catalogue;
  readonly config: Config;
  readonly attempts: Attempts;
  /** Facts about the tokens that the operator supplied, by symbol. */
  readonly givenTokens: Readonly<Record<string, TokenFacts>>;
  readonly nameGuide: (nth: number, id: string) => void;
  /** Called before the first case. The first case waits until the call resolves. */
  readonly onFacts?: (facts: RunFacts) => Promise<void> | void;
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
  const { catalogue, config, attempts } = input;
  const ledger = new Ledger(plan);
  const sender = new Sender(attempts, plan, ledger);
  const { send } = sender;
  const { covered } = plan;
  const facts = await preflight({ ...input, covered, send, wait: (ms) => attempts.wait(ms) });
  await input.onFacts?.(facts);
  const bind = binder(config, plan, facts);
  const runnable = runnableUnits(plan, config, facts, ledger);
  const monitors = new Monitors(catalogue, runnable, bind, ledger);
  // If the API never accepted the run, a gateway or another service may have sent the responses.
  sender.showTo(monitors, ({ request }) => facts.rejectedEverywhere === undefined || request.origin !== 'api');

  let unitsDone = 0;
  const progress = () => {
    const { requests, findingCount: findings } = ledger;
    input.onProgress?.({ unitsDone, units: plan.units.length, requests, findings });
  };
  const isDirect = config.network.proxy === undefined;
  const { isReplay = false } = attempts;
  const until = (moment: number) => attempts.until?.(moment) ?? Promise.resolve();
  const context = { bind, until, ledger, monitors, covered, isDirect, concurrency: config.concurrency, isReplay };
  const obstacle = obstacleOf(facts, config);
  const run = async (unit: Unit, its: Send) => {
    if (obstacle !== undefined && isObstructed(unit, facts)) {
      ledger.enter(unit.row.requirement.id, unit.endpoint.id, { kind: 'inconclusive', why: obstacle });
    } else await runUnit(unit, { ...context, send: its });
    unitsDone++;
    input.onUnit?.(unit, ledger.tally(unit.row.requirement.id, unit.endpoint.id));
    progress();
  };
  const mine = runnable.filter((unit) => unit.mine);
  const address = await keepAddress(mine, bind, send);
  // Twice as many units as requests in flight: one unit sends while another waits for its control.
  const atOnce = config.concurrency * 2;
  await runLanes(mine, { run, send, atOnce, lowered: () => (sender.isLavish ? unitsOfLavish : atOnce) });
  await reproduce(ledger, monitors, send, catalogue, plan);
  await atMost(1, inLane(mine, 'last'), (unit) => run(unit, send));
  for (const notice of [await address.putBack(), sender.notice()]) {
    if (notice) ledger.notice(notice);
  }
  progress();
  return ledger.part(monitors.folds());
}

/** Returns the units whose needs are met, and enters the others as not-run. */
function runnableUnits({ units }: Plan, config: Config, facts: RunFacts, ledger: Ledger): Unit[] {
  return units.filter(({ notRun, row: { requirement }, endpoint, mine }) => {
    if (notRun !== undefined) return false;
    const unmet = unmetNeed(requirement, config, facts);
    // Only the shard that runs the unit decides whether its needs are met, because shards get different tokens and
    // keys.
    if (unmet && mine) ledger.notRun(requirement.id, endpoint.id, unmet.reason, unmet.blocksNothing);
    return !unmet;
  });
}

function isObstructed({ row: { requirement }, endpoint }: Unit, { rejectedEverywhere }: RunFacts): boolean {
  if (endpoint.origin !== 'api') return false;
  return requirement.endpoints !== undefined || (rejectedEverywhere !== undefined && requirement.kind === 'check');
}
