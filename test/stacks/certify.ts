import { type Config, emptyProfile } from '../../engine/config/config.ts';
import type { Depth } from '../../engine/schema/vocabulary.ts';
import { certifyTarget, configFor } from '../engine/session/in-process.ts';
import type { Case } from './cases.ts';
import { type Outcomes, outcomesOf } from './results.ts';
import type { Target } from './stack.ts';

export interface Settings {
  readonly seed: number;
  readonly depth: Depth;
}

/** The settings with which the committed results were recorded. */
export const recorded: Settings = { seed: 1, depth: 'quick' };

/** Starts the stack of a case, certifies it completely, and stops it. */
export async function certifyCase(
  { stack, kind, id, toggle: { mayFail = [] } }: Case,
  settings: Settings,
): Promise<Outcomes> {
  const target = await stack.start(kind === 'as-written' ? '' : id);
  try {
    const { result } = await certifyTarget(configOf(target, settings));
    if (result.harnessErrors.length > 0) throw new Error(JSON.stringify(result.harnessErrors));
    // What else can be judged beside a fault often depends on timing.
    const isLeftOut = (requirement: string, outcome: string) =>
      mayFail.includes(requirement) || (kind === 'fault' && outcome === 'inconclusive');
    return outcomesOf(result, isLeftOut);
  } finally {
    await target.close();
  }
}

function configOf(target: Target, settings: Settings): Config {
  return configFor(target, {
    ...settings,
    allow: { writes: true, orders: true, desync: true },
    timeoutMs: 5_000,
    deadlineS: 900,
    profile: {
      ...emptyProfile,
      addressReadBack: { endpoint: 'GET /users/me', address: '/address' },
      endpoints: [
        {
          area: 'users',
          method: 'GET',
          path: '/users/me',
          parameters: {},
          statuses: [200],
          scopes: [],
          takesUser: true,
          safety: 'read',
        },
      ],
    },
  });
}
