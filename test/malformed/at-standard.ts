import type { Config } from '../../engine/config/config.ts';
import { derivedSeed } from '../../engine/exchange/key.ts';
import type { Bound, WireForm } from '../../engine/index.ts';
import { binder } from '../../engine/run/binding.ts';
import type { RunFacts } from '../../engine/run/facts.ts';
import { makePlan, type Unit } from '../../engine/run/plan.ts';
import { type Placed, placedCases } from '../../engine/run/series.ts';
import { resolve, wireForm } from '../../engine/wire/resolve.ts';
import { Vault } from '../../engine/wire/vault.ts';
import { sampleGuideId } from '../../fixtures/samples/ids.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { fullConfigFor } from '../kernel/in-process.ts';
import { issueToken, userId } from './on-the-wire.ts';

/** The seeds with which nothing may be missed. */
export const seeds: readonly number[] = Array.from({ length: 20 }, (_, at) => at + 1);

/** A requirement on its first endpoint that may be asked, or on a named one: `http/no-server-error on address`. */
export type Asking = string;

export interface BoundUnit {
  readonly unit: Unit;
  readonly bound: Bound;
}

/** The same in a run with another seed. */
export function withSeed({ unit, bound }: BoundUnit, runSeed: number): BoundUnit {
  const seed = derivedSeed(runSeed, unit.row.requirement.id, unit.endpoint.id);
  return { unit: { ...unit, seed }, bound: { ...bound, seed } };
}

/** What a run with that configuration would bind. */
export function bindAll(config: Config, facts: RunFacts, asking: readonly Asking[]): readonly BoundUnit[] {
  const plan = makePlan(catalogue, config);
  const bind = binder(config, plan, facts);
  return asking.map((one) => {
    const [id, endpoint] = one.split(' on ');
    const units = plan.units.filter(({ row, notRun }) => row.requirement.id === id && notRun === undefined);
    const unit = units.find((candidate) => endpoint === undefined || candidate.endpoint.name === endpoint);
    if (!unit) throw new RangeError(`nothing asks ${one}: ${units.map((other) => other.endpoint.name).join(', ')}`);
    return { unit, bound: bind(unit) };
  });
}

/** What the symbols of that configuration stand for, but for tokens. */
export function vaultOf({ clients, users, target }: Config): Vault {
  const vault = new Vault();
  for (const [name, { id, secret }] of Object.entries(clients)) {
    vault.set(`client:${name}:id`, id, 'plain');
    vault.set(`client:${name}:secret`, secret, 'secret');
  }
  for (const [name, id] of Object.entries(users)) {
    if (typeof id === 'string') vault.set(`user:${name}`, id, 'plain');
  }
  vault.set('audience', target.audience, 'plain');
  return vault;
}

const nobody = { id: 'client', secret: 'secret' };
/** A target that nothing is sent to. */
export const nowhere = {
  baseUrl: 'https://api.example/m2m',
  authUrl: 'https://identity.example/oauth/token',
  jwksUrl: 'https://identity.example/keys',
  audience: 'https://api.example',
  clients: { scoped: nobody, unscoped: nobody },
  users: {
    first: userId,
    second: '1'.repeat(24),
    unknown: '2'.repeat(24),
    foreign: '3'.repeat(24),
    denied: '4'.repeat(24),
  },
  expiredToken: 'e.e.e',
  otherAudienceToken: 'o.o.o',
  close: async () => {},
};

/** A case as a server would see it. */
export interface SeenCase {
  readonly label: string;
  readonly isDrawn: boolean;
  readonly wire: WireForm;
}

export interface Spectator {
  readonly token: string;
  /** The cases of a check at depth standard, seed by seed; those that would be withheld are none. */
  readonly cases: (asking: Asking) => Promise<readonly (readonly SeenCase[])[]>;
}

let shared: Promise<Spectator> | undefined;

/** Sees what a run would send, without a server. */
export function spectator(): Promise<Spectator> {
  shared ??= newSpectator();
  return shared;
}

async function newSpectator(): Promise<Spectator> {
  const config = fullConfigFor(nowhere, { depth: 'standard' });
  const vault = vaultOf(config);
  const { token } = await issueToken();
  vault.set('token:scoped', token, 'secret');
  vault.set('guide:0', sampleGuideId, 'plain');
  const facts: RunFacts = { tokens: {}, refusedTokens: {}, guideIds: [sampleGuideId] };
  const see = async ({ case: { label, request, proof }, drawn }: Placed): Promise<readonly SeenCase[]> => {
    const resolved = await resolve(request, vault, {});
    if ('lost' in resolved) return [];
    const wire = wireForm(resolved, vault);
    return proof && !proof(wire) ? [] : [{ label, isDrawn: drawn !== undefined, wire }];
  };
  const seeAll = async (placed: readonly Placed[]) => (await Promise.all(placed.map(see))).flat();
  return {
    token,
    cases: async (asking) => {
      const [first] = bindAll(config, facts, [asking]);
      const requirement = first?.unit.row.requirement;
      if (!first || requirement?.kind !== 'check') throw new TypeError(`${asking} is no check`);
      return Promise.all(
        seeds.map(async (seed) => {
          // What of a list falls to an endpoint is for the seed of the run to say.
          const [{ unit, bound } = first] = bindAll({ ...config, seed }, facts, [asking]);
          return seeAll([...placedCases(requirement.cases(bound), 'standard', unit.seed)]);
        }),
      );
    },
  };
}
