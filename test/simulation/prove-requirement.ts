import { describe, expect, type TestOptions, test } from 'vitest';
import { endpointTable } from '../../engine/catalogue/endpoint-table.ts';
import type { Config } from '../../engine/config/config.ts';
import type { Area } from '../../engine/schema/vocabulary.ts';
import { type Fault, faults } from '../../fixtures/faults/index.ts';
import { referenceProfile } from '../../fixtures/profiles/reference.ts';
import { basePath, routeOf } from '../../fixtures/reference/endpoints.ts';
import type { Compose, EndpointName } from '../../fixtures/reference/index.ts';
import { type Variant, variants } from '../../fixtures/variants/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { configOf } from '../engine/session/in-process.ts';
import { certifyWith } from '../prove/certify-with.ts';
import { scopeIsAll } from '../scope.ts';
import { partOf } from './part-of.ts';

/** A server that the corpus does not have. */
export interface World {
  readonly what: string;
  readonly compose: Compose;
  readonly needs?: NonNullable<Fault['needs']>;
  /** Default: `assessed`. */
  readonly outcome?: 'assessed' | 'inconclusive';
}

/** The smallest run that shows a fault. */
export interface Showing {
  /** The requirements whose requests show the fault, if its own do not. */
  readonly sent?: readonly string[];
  /** The areas that are tested. */
  readonly claim?: readonly Area[];
  /** Only a standard run shows it. */
  readonly deep?: true;
}

/** A fault, and the cause that is reported first: the part of the finding's id after `#`. */
export type Invalid = readonly [fault: string | World, cause: string, showing?: Showing];

declare module 'vitest' {
  interface TaskMeta {
    /** The fault or variant of the corpus that the test is about, and how many there are. */
    proves?: readonly [what: 'faults' | 'variants', id: string, of: number];
  }
}

type Server = Pick<Fault, 'compose' | 'needs' | 'over' | 'at'> & Pick<World, 'outcome'>;

const seeds = scopeIsAll ? [1, 2, 3] : [1];

/** The ids of all variants of this kind. */
export const ofKind = (kind: Variant['kind']): readonly string[] =>
  variants.filter((variant) => variant.kind === kind).map(({ id }) => id);

/** Faults that the same run shows. */
export const shownBy = (
  showing: Showing,
  rows: readonly (readonly [fault: string, cause: string])[],
): readonly Invalid[] => rows.map(([fault, cause]) => [fault, cause, showing]);

/**
 * Proves a requirement by servers that break it and by correct ones, each in a small simulated run,
 * in scope `all` with three seeds. Asserts the outcome, the first cause, and what the first advice
 * suspects. A run tests the areas that the row names, otherwise those of the requirement and of the
 * fault's endpoint, otherwise those of `claim`. A correct server is tested in all areas.
 */
export function proveRequirement(
  id: string,
  servers: Pick<Showing, 'sent' | 'claim'> &
    Readonly<{ valid?: readonly (string | World)[]; invalid?: readonly Invalid[] }>,
): void {
  const { valid = [], invalid = [], ...usual } = servers;
  describe(id, () => {
    const suspected = new Map<string, string[]>();
    for (const [server, cause, showing] of invalid) {
      const [name, fault] = serverOf(server, faults);
      test(`${name} is reported: ${cause}`, proving('faults', server, faults), async () => {
        if ('breaks' in fault) expect(fault.breaks[0]).toBe(id);
        for (const seed of seeds) {
          const showings = { ...usual, ...claimOf(id, fault), ...showing, seed };
          const [found] = await findings(id, fault, showings);
          expect(found?.id, `seed ${seed}`).toBe(`${id}#${cause}`);
          const suspect = found?.advice?.[0]?.suspect ?? 'nothing';
          if (seed === 1) suspected.set(suspect, [...(suspected.get(suspect) ?? []), name]);
        }
      });
    }
    test.runIf(invalid.length > 0)('what the first advice suspects', ({ skip }) => {
      const ran = [...suspected.values()].flat();
      if (ran.length < invalid.length) skip('not all faults ran');
      expect(Object.fromEntries(suspected)).toMatchSnapshot();
    });
    for (const server of valid) {
      const [what, variant] = serverOf(server, variants);
      const { sent = [] } = usual;
      test(`${what} is accused of nothing`, proving('variants', server, variants), async () => {
        for (const seed of seeds)
          expect(await findings(id, variant, { sent, seed }), `seed ${seed}`).toEqual([]);
      });
    }
  });
}

/** Rejects if the requirement is not assessed. */
async function findings(
  id: string,
  { compose, needs = [], over, outcome = 'assessed' }: Server,
  { sent = [], claim, deep, seed }: Showing & { readonly seed: number },
) {
  const config: Partial<Config> = {
    ...configOf({ needs }),
    ...(claim && { claim }),
    depth: deep ? 'standard' : 'quick',
    seed,
    deadlineS: 900,
  };
  const judging = partOf([id, ...sent]);
  const { result } = await certifyWith(judging, config, compose, over === 'socket');
  expect(result.harnessErrors).toEqual([]);
  const ended = result.requirements.find((requirement) => requirement.id === id)?.outcome ?? '';
  const isAssessed = /^(?:pass|fail|warn|observed)$/.test(ended);
  expect(isAssessed ? 'assessed' : ended, `seed ${seed}`).toBe(outcome);
  return result.failures.filter(({ requirement }) => requirement === id);
}

const endpoints = endpointTable(catalogue, referenceProfile);

/** The areas of the requirement and of the only endpoint that shows the fault, if they have one. */
function claimOf(id: string, { at }: Server): Pick<Showing, 'claim'> {
  const own = catalogue.areas.find(({ suites }) =>
    suites.some(({ requirements }) => requirements.some((requirement) => requirement.id === id)),
  );
  const claim = [own?.area, at && areaAt(at)].flatMap((area) =>
    area === undefined || area === 'every-endpoint' || area === 'authentication' ? [] : [area],
  );
  return claim.length > 0 ? { claim: [...new Set(claim)] } : {};
}

function areaAt(name: EndpointName): Area {
  const { method, path } = routeOf(name);
  const declared = `${method} ${path.replace(basePath, '').replace(/:(\w+)/g, '{$1}')}`;
  const endpoint = endpoints.find((one) => one.name === name || one.id === declared);
  if (!endpoint) throw new Error(`no endpoint is named ${name}`);
  return endpoint.area;
}

const proving = (
  what: 'faults' | 'variants',
  server: string | World,
  { length }: readonly unknown[],
): TestOptions => (typeof server === 'string' ? { meta: { proves: [what, server, length] } } : {});

/** Its name, and the server itself. */
function serverOf<Listed extends { readonly id: string }>(
  server: string | World,
  all: readonly Listed[],
): [string, Listed | Server] {
  if (typeof server !== 'string') return [server.what, server];
  const found = all.find(({ id }) => id === server);
  if (!found) throw new Error(`there is no fault or variant ${server}`);
  return [server, found];
}
