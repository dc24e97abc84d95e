import { expect } from 'vitest';
import {
  type Check,
  check,
  type Monitor,
  monitor,
  type Requirement,
  type Scenario,
  scenario,
} from '../../../engine/catalogue/check.ts';
import type { Endpoint } from '../../../engine/catalogue/endpoint.ts';
import type { Area } from '../../../engine/catalogue/levels.ts';
import { replayAttempts } from '../../../engine/evidence/replay.ts';
import { held } from '../../../engine/judging/answer.ts';
import { series } from '../../../engine/run/series.ts';
import { catalogueOf, endpoint, get, head, runOn, target, tokenEndpoint } from '../samples.ts';

export const cash = endpoint();
const isCash = ({ name }: Endpoint) => name === 'cash';

export type Answer = Parameters<typeof target>[0];

/** A case for each path. */
export const casesOf = (...paths: readonly string[]) => paths.map((path) => ({ request: get(path), label: path }));

/** A check of the endpoint cash. */
export function checks(changes: Partial<Check> = {}): Check {
  return check({
    ...head,
    id: 'cash/checks',
    endpoints: isCash,
    cases: () => series(casesOf('/case')),
    judge: () => held(),
    ...changes,
  });
}

/** A scenario at the endpoint cash. A list of paths: it requests one after the other, in steps 0, 1 and so on. */
export function asks(run: Scenario['run'] | readonly string[], changes: Partial<Scenario> = {}): Scenario {
  const inTurn: Scenario['run'] = async (_bound, ask) => {
    for (const [nth, path] of (run as readonly string[]).entries()) await ask(`step-${nth}`, get(path));
    return [held()];
  };
  const steps = typeof run === 'function' ? run : inTurn;
  return scenario({ ...head, id: 'cash/asks', endpoints: isCash, run: steps, ...changes });
}

/** A monitor of every endpoint of the API. */
export function listens(changes: Partial<Monitor> = {}): Monitor {
  return monitor({
    ...head,
    id: 'every-endpoint/listens',
    endpoints: ({ origin }) => origin === 'api',
    matches: () => true,
    judge: () => held(),
    ...changes,
  });
}

/** A catalogue of these requirements, each in the group that its id names. */
export function catalogueWith(requirements: readonly Requirement[], endpoints: readonly Endpoint[] = [cash]) {
  const groups: Partial<Record<Area | 'every-endpoint', Requirement[]>> = {};
  for (const one of requirements) {
    const group = one.id.slice(0, one.id.indexOf('/')) as Area;
    groups[group] = [...(groups[group] ?? []), one];
  }
  return catalogueOf([tokenEndpoint, ...endpoints], groups);
}

interface Given {
  readonly endpoints?: readonly Endpoint[];
  readonly changes?: Parameters<typeof runOn>[2];
}

/** Runs the requirements against a target. The same run judged from its evidence yields the same part. */
export async function running(requirements: readonly Requirement[], answer: Answer, given: Given = {}) {
  const catalogue = catalogueWith(requirements, given.endpoints);
  const attempts = target(answer);
  const part = await runOn(catalogue, attempts, given.changes);
  expect(await runOn(catalogue, replayAttempts(attempts.exchanges), given.changes)).toEqual(part);
  return { part, findings: Object.keys(part.findings), asked: attempts.asked };
}
