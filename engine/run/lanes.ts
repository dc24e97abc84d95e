import type { Lane } from '../catalogue/check.ts';
import { askedLane, isSerial, type Unit } from '../catalogue/plan.ts';
import type { Send } from '../exchange/exchange.ts';
import { unitOf } from '../exchange/key.ts';

/** Returns the lane of a unit. Units that may change the test user's data, or show the change, run one at a time. */
export function laneOf(unit: Pick<Unit, 'row' | 'endpoint'>): Lane {
  const lane = askedLane(unit);
  return lane === 'shared' && isSerial(unit) ? 'writes' : lane;
}

/**
 * Reports whether a unit may change the test users' addresses, or reads them. Only these units disturb each other's
 * waits. A write that takes no user, or belongs to another area, changes other data. What an endpoint for tests changes
 * is unknown.
 */
export function concernsAddress({ endpoint: { area, user, showsWrites } }: Pick<Unit, 'endpoint'>): boolean {
  return showsWrites === true || area === 'test' || (area === 'users' && user !== 'none');
}

/**
 * Returns a `Send` that never lets requests of two units be in flight together, so that no server sees two writes of
 * different units at once. A unit that waits delays no other one.
 */
export function unitByUnit(send: Send): Send {
  let sending = '';
  let inFlight = 0;
  const waiting: (() => void)[] = [];
  return async (...sent) => {
    const unit = unitOf(sent[0]);
    while (inFlight > 0 && sending !== unit) await new Promise<void>((go) => waiting.push(go));
    sending = unit;
    inFlight++;
    try {
      return await send(...sent);
    } finally {
      inFlight--;
      if (inFlight === 0) for (const go of waiting.splice(0)) go();
    }
  };
}

interface Running {
  readonly run: (unit: Unit, send: Send) => Promise<void>;
  readonly send: Send;
  /** At most this many units run concurrently. `lowered` may return a smaller limit while they run. */
  readonly atOnce: number;
  readonly lowered: () => number;
}

/** Runs the units of all lanes but the last. */
export async function runLanes(units: readonly Unit[], { run, send, atOnce, lowered }: Running): Promise<void> {
  const beside = (some: readonly Unit[]) => atMost(atOnce, some, (unit) => run(unit, send), lowered);
  const inTurn = (some: readonly Unit[], through = send) => atMost(1, some, (unit) => run(unit, through));
  const writeAfterwards = async () => {
    await beside(inLane(units, 'before-writes'));
    const through = unitByUnit(send);
    const [address, others] = partition(chainsFirst(inLane(units, 'writes')), concernsAddress);
    await Promise.all([inTurn(address, through), inTurn(others, through)]);
  };
  await Promise.all([writeAfterwards(), beside(chainsFirst(inLane(units, 'shared')))]);
  await beside(inLane(units, 'odd'));
  await inTurn(inLane(units, 'alone'));
}

/** Returns the units of a lane, in catalogue order. */
export function inLane(units: readonly Unit[], lane: Lane): Unit[] {
  return units.filter((unit) => laneOf(unit) === lane);
}

/** Puts chains of steps first, because some of them wait. So none runs alone at the end. */
function chainsFirst(units: readonly Unit[]): Unit[] {
  const isChain = ({ row: { requirement } }: Unit) =>
    requirement.kind === 'scenario' || (requirement.kind === 'monitor' && requirement.probing !== undefined);
  return partition(units, isChain).flat();
}

function partition(units: readonly Unit[], selects: (unit: Unit) => boolean): [selected: Unit[], others: Unit[]] {
  return [units.filter(selects), units.filter((unit) => !selects(unit))];
}

/**
 * Runs `action` on every item, at most `limit` at a time, and starts them in order. Resolves to the results in the same
 * order. `lowered` may return a smaller limit while they run.
 */
export async function atMost<In, Out>(
  limit: number,
  all: readonly In[],
  action: (one: In) => Promise<Out>,
  lowered: () => number = () => limit,
): Promise<Out[]> {
  const done: Out[] = [];
  let next = 0;
  const work = async (nth: number) => {
    while (next < all.length && nth < Math.max(1, lowered())) {
      const at = next++;
      done[at] = await action(all[at] as In);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, all.length) }, (_, nth) => work(nth)));
  return done;
}
