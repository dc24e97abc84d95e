import type { Config } from '../../engine/config/config.ts';
import { type Catalogue, openSession, outcomeOf, type Part } from '../../engine/index.ts';
import { type ReferenceOptions, startReference } from '../../fixtures/reference/index.ts';
import { token } from '../../suites/authentication/token.ts';
import { endpoints } from '../../suites/endpoints.ts';
import { auth } from '../../suites/every-endpoint/auth.ts';
import { scope } from '../../suites/every-endpoint/scope.ts';
import { user } from '../../suites/every-endpoint/user.ts';
import { configFor } from '../kernel/in-process.ts';

/** The four groups that concern tokens and users, without the rest of the catalogue. */
const catalogue: Catalogue = {
  areas: [
    { area: 'every-endpoint', purpose: '', specified: true, suites: [auth, scope, user] },
    { area: 'authentication', purpose: '', specified: true, suites: [token] },
  ],
  endpoints,
};

export interface MiniRun {
  readonly part: Part;
  /** The worst outcome of each requirement over its endpoints, with the reasons and causes. */
  readonly failed: readonly string[];
  readonly inconclusive: readonly string[];
  readonly requests: number;
}

/** Runs the four groups against a reference server of its own. */
export async function runMini(options: ReferenceOptions = {}, changes: Partial<Config> = {}): Promise<MiniRun> {
  const reference = await startReference(options);
  try {
    const session = openSession({
      catalogue,
      config: configFor(reference, { allow: { writes: true, orders: true, desync: false }, ...changes }),
      version: 'test',
      runId: 'test',
      startedAt: new Date(0).toISOString(),
      openEvidence: () => () => {},
    });
    const part = await session.part;
    const level = new Map(
      [auth, scope, user, token].flatMap(({ requirements }) => requirements).map((one) => [one.id, one.level] as const),
    );
    const withOutcome = (...wanted: readonly string[]) =>
      Object.values(part.tallies)
        .filter((tally) => wanted.includes(outcomeOf(tally, level.get(tally.requirement) ?? 'must', true)))
        .map((tally) => `${tally.requirement} ${tally.endpoint} ${tally.notRun ?? tally.reasons.join('; ')}`);
    return {
      part,
      failed: Object.values(part.findings).map(
        ({ requirement, endpoint, cause }) => `${requirement} ${endpoint} ${cause}`,
      ),
      inconclusive: withOutcome('inconclusive', 'not-run'),
      requests: part.requests,
    };
  } finally {
    await reference.close();
  }
}
