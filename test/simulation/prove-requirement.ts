import { describe, expect, test } from 'vitest';
import type { Config } from '../../engine/config/config.ts';
import { type Fault, faults } from '../../fixtures/faults/index.ts';
import type { Compose } from '../../fixtures/reference/index.ts';
import { variants } from '../../fixtures/variants/index.ts';
import { configOf } from '../engine/session/in-process.ts';
import { certifyWith } from '../prove/certify-with.ts';
import { sample, scopeIsAll, scopeIsGate } from '../scope.ts';
import { partOf } from './part-of.ts';

/** A server that the corpus does not have. */
export interface World {
  readonly what: string;
  readonly compose: Compose;
  readonly needs?: NonNullable<Fault['needs']>;
  /** Default: `assessed`. */
  readonly outcome?: 'assessed' | 'inconclusive';
}

export interface Showing {
  /** The requirements whose requests show the fault, if its own do not. */
  readonly sent?: readonly string[];
  /** Only a standard run shows it. */
  readonly deep?: true;
}

/** A fault, and the cause that is reported first: the part of the finding's id after `#`. */
export type Invalid = readonly [fault: string | World, cause: string, showing?: Showing];

type Server = Pick<Fault, 'compose' | 'needs' | 'over'> & Pick<World, 'outcome'>;

const seeds = scopeIsAll ? [1, 2, 3] : [1];

/** All in the gate, one in twelve for people who wait. */
const tried = <T>(what: string, id: string, all: readonly T[]) =>
  scopeIsGate ? all : sample(`${what}, by requirement`, all, 4, id);

/**
 * Proves a requirement by servers that break it and by correct ones, each in a simulated run of its
 * units alone, in scope `all` with three seeds. Asserts the outcome, the first cause, and what the
 * first advice suspects.
 */
export function proveRequirement(
  id: string,
  servers: Pick<Showing, 'sent'> &
    Readonly<{ valid?: readonly (string | World)[]; invalid?: readonly Invalid[] }>,
): void {
  const { valid = [], invalid = [], sent = [] } = servers;
  describe(id, () => {
    const suspected = new Map<string, string[]>();
    for (const [server, cause, showing = {}] of tried('faults', id, invalid)) {
      const [name, fault] = serverOf(server, faults);
      test(`${name} is reported: ${cause}`, async () => {
        if ('breaks' in fault) expect(fault.breaks[0]).toBe(id);
        for (const seed of seeds) {
          const [found] = await findings(id, fault, { sent, ...showing, seed });
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
    for (const server of tried('variants', id, valid)) {
      const [what, variant] = serverOf(server, variants);
      test(`${what} is accused of nothing`, async () => {
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
  { sent = [], deep, seed }: Showing & { readonly seed: number },
) {
  const config: Partial<Config> = {
    ...configOf({ needs }),
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
