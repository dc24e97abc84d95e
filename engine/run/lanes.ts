import { askedLane, isSerial, type Lane, type Unit } from '../catalogue/index.ts';
import type { Send } from '../exchange/index.ts';

/** Units that may change the test user's data, or show the change, run one at a time. */
export function laneOf(unit: Pick<Unit, 'row' | 'endpoint'>) {
  const lane = askedLane(unit);
  return lane === 'shared' && isSerial(unit) ? 'writes' : lane;
}

/**
 * An endpoint for tests may change anything; a write without a user, or of another area, changes
 * other data than the address.
 */
export const concernsAddress = ({
  endpoint: { area, user, showsWrites },
}: Pick<Unit, 'endpoint'>) =>
  showsWrites === true || area === 'test' || (area === 'users' && user !== 'none');

/** They never have requests in flight together. The second sends while the first has none. */
export function inTwoChains(
  send: Send,
  turn: () => Promise<unknown>,
): readonly [first: Send, second: Send] {
  let sending = 0;
  let inFlight = 0;
  const waiting: (() => void)[] = [];
  const chain =
    (nth: number): Send =>
    async (...sent) => {
      while (inFlight > 0 && sending !== nth) {
        await new Promise<void>((go) => waiting.push(go));
        // Lets the first chain send first, if it has another request.
        if (nth > 0) await turn();
      }
      sending = nth;
      inFlight++;
      try {
        return await send(...sent);
      } finally {
        inFlight--;
        if (inFlight === 0) for (const go of waiting.splice(0)) go();
      }
    };
  return [chain(0), chain(1)];
}

type Running = Readonly<{
  run: (unit: Unit, send: Send) => Promise<void>;
  send: Send;
  /** Lets everything else that can go on go on. */
  turn: () => Promise<unknown>;
  /** `lowered` may return a smaller limit while they run. */
  atOnce: number;
  lowered: () => number;
}>;

/** In the shared lane. More would delay the long chain of the address. */
const shareOfChains = 1 / 4;

export async function runLanes(
  units: readonly Unit[],
  { run, send, turn, atOnce, lowered }: Running,
) {
  const beside = (some: readonly Unit[], share = 1) => {
    const shareOf = (limit: number) => Math.max(1, Math.floor(limit * share));
    const runOne = (unit: Unit) => run(unit, send);
    return atMost(shareOf(atOnce), some, runOne, () => shareOf(lowered()));
  };
  const inTurn = (some: readonly Unit[], through = send) =>
    atMost(1, some, (unit) => run(unit, through));
  // Chains first, because some of them wait. So none runs alone at the end.
  const writes = partition(inLane(units, 'writes'), isChain).flat();
  const [address, others] = partition(writes, concernsAddress);
  const [first, second] = inTwoChains(send, turn);
  const writeAddress = async () => {
    await beside(inLane(units, 'before-writes'));
    await inTurn(address, first);
  };
  const [chains, series] = partition(inLane(units, 'shared'), isChain);
  const shared = [beside(chains, shareOfChains), beside(series, 1 - shareOfChains)];
  await Promise.all([writeAddress(), inTurn(others, second), ...shared]);
  await beside(inLane(units, 'odd'));
  await inTurn(inLane(units, 'alone'));
}

/** In catalogue order, on which the lane `last` depends. */
export const inLane = (units: readonly Unit[], lane: Lane) =>
  units.filter((unit) => laneOf(unit) === lane);

const isChain = ({ row: { requirement } }: Unit) =>
  requirement.kind === 'scenario' ||
  (requirement.kind === 'monitor' && requirement.probing !== undefined);

const partition = (
  units: readonly Unit[],
  selects: (unit: Unit) => boolean,
): [selected: Unit[], others: Unit[]] => [
  units.filter(selects),
  units.filter((unit) => !selects(unit)),
];

/** Starts the actions in order. `lowered` may return a smaller limit while they run. */
export async function atMost<In, Out>(
  limit: number,
  all: readonly In[],
  action: (one: In) => Promise<Out>,
  lowered: () => number = () => limit,
) {
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
