import { rows } from '../../../engine/catalogue/catalogue.ts';
import type { Bound, Judgement } from '../../../engine/index.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { boundTo } from '../../suites/asking.ts';
import { judgementsOf, runOf } from '../../suites/recorded.ts';
import { rendered } from './rendered.ts';
import { askWorld, type World } from './world.ts';
import {
  amidTraffic,
  guilty,
  guiltyOfIds,
  guiltyOfLanguage,
  guiltyOfOrder,
  guiltyOfQueries,
  innocent,
  innocentOfIds,
  innocentOfLikeness,
  innocentOfOrders,
} from './worlds.ts';

/**
 * An experiment of the catalogue, the worlds that it must not accuse, and those that it must find.
 */
export interface Simulated {
  readonly id: string;
  readonly endpoint: string;
  readonly innocent: readonly World[];
  readonly guilty: readonly Guilty[];
}

interface Guilty {
  readonly world: World;
  /** The share of runs that report the world, as measured in 2,000 runs. */
  readonly found: number;
}

/** Pairs each world with its detection rate. */
const found = (worlds: readonly World[], ...rates: readonly number[]): readonly Guilty[] =>
  worlds.map((world, at) => ({ world, found: rates[at] ?? 1 }));

// user/isolation and guides/order-stable run alone. The others must find their worlds amid other
// requests too.
export const simulated: readonly Simulated[] = [
  {
    id: 'user/isolation',
    endpoint: 'cash',
    innocent: [...innocent, ...innocentOfIds, ...innocentOfOrders, ...innocentOfLikeness],
    guilty: found(guilty, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 1, 0.82, 0),
  },
  {
    id: 'robustness/unexpected-query',
    endpoint: 'cash',
    innocent: [...innocent, ...innocentOfIds, ...innocentOfOrders],
    guilty: found([...guiltyOfQueries, ...guiltyOfQueries.map(amidTraffic)], 1, 0.25, 1, 1, 0.2, 1),
  },
  {
    id: 'guides/order-stable',
    endpoint: 'guides',
    innocent: [...innocent, ...innocentOfIds],
    guilty: found(guiltyOfOrder),
  },
  {
    id: 'notifications/ids-stable',
    endpoint: 'notifications',
    innocent: [...innocent, ...innocentOfOrders],
    guilty: found([...guiltyOfIds, ...guiltyOfIds.map(amidTraffic)], 1, 0.9, 1, 0.82),
  },
  {
    id: 'guides/localised',
    endpoint: 'guides',
    innocent: [...innocent, ...innocentOfIds, ...innocentOfOrders],
    guilty: found([...guiltyOfLanguage, ...guiltyOfLanguage.map(amidTraffic)]),
  },
];

/** Runs an experiment once in a world. Resolves to the gravest kind of its judgements. */
export async function endOf(
  world: World,
  { id, endpoint }: Simulated,
  seed: number,
): Promise<Judgement['kind']> {
  const requirement = rows(catalogue).find((row) => row.requirement.id === id)?.requirement;
  const bound: Bound = boundTo(endpoint, {
    depth: 'standard',
    seed,
    covers: (name) => name === endpoint,
  });
  const ask = askWorld(world, rendered, seed);
  const kinds = (await judgementsOf(requirement && runOf(requirement, bound, ask))).map(
    ({ kind }) => kind,
  );
  return gravest.find((kind) => kinds.includes(kind)) ?? 'pass';
}

const gravest = ['fail', 'inconclusive', 'not-run', 'observed'] as const;
