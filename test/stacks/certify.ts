import { type Config, emptyProfile } from '../../engine/config/config.ts';
import type { Depth } from '../../engine/schema/vocabulary.ts';
import { certifyTarget, configFor } from '../engine/session/in-process.ts';
import type { Case } from './cases.ts';
import type { Row } from './row.ts';
import type { Target } from './stack.ts';

export interface Settings {
  readonly seed: number;
  readonly depth: Depth;
}

/** Starts the stack of a case, certifies it completely, and stops it. */
export async function certifyCase(
  { stack, toggle, kind, fault }: Case,
  settings: Settings,
): Promise<Row> {
  const began = performance.now();
  const target = await stack.start(toggle);
  try {
    const { result } = await certifyTarget(configOf(target, settings));
    const said = result.failures.map(({ requirement, message, places, curl = '' }) => {
      const where = places.map(({ endpoint }) => endpoint).join(', ');
      return [requirement, `${message} (${where}) ${curl}`] as const;
    });
    const open = result.requirements.filter(
      ({ claimed, level, outcome, blocksNothing }) =>
        claimed &&
        !blocksNothing &&
        level === 'must' &&
        (outcome === 'inconclusive' || outcome === 'not-run'),
    );
    const broken = result.requirements.find(({ id }) => id === fault?.breaks);
    return {
      stack: stack.id,
      kind,
      id: toggle ?? 'as-written',
      ...settings,
      verdict: result.verdict,
      said: Object.fromEntries(said),
      open: Object.fromEntries(open.map(({ id, reason = '' }) => [id, reason])),
      ...(broken ? { broken: `${broken.outcome} ${broken.reason ?? ''}`.trim() } : {}),
      errors: result.harnessErrors.map((error) => JSON.stringify(error)),
      requests: result.run.requests,
      seconds: Math.round((performance.now() - began) / 100) / 10,
    };
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
