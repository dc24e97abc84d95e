import type { RunFacts } from '../../../engine/catalogue/bound.ts';
import { type Config, emptyProfile } from '../../../engine/config/config.ts';
import { fromEntry, toEntry } from '../../../engine/evidence/har-entry.ts';
import type { Evidence, RunRecord } from '../../../engine/evidence/har-file.ts';
import type { Exchange } from '../../../engine/exchange/exchange.ts';
import { keyText } from '../../../engine/exchange/key.ts';
import { judgeEvidence } from '../../../engine/judge.ts';
import { assemble } from '../../../engine/outcome/assemble.ts';
import type { Part } from '../../../engine/outcome/part.ts';
import type { Result } from '../../../engine/result.ts';
import { openSession } from '../../../engine/session.ts';
import { referenceProfile } from '../../../fixtures/profiles/reference.ts';
import { guideSummaries } from '../../../fixtures/reference/data/guides.ts';
import {
  type ReferenceOptions,
  type RunningReference,
  startReference,
} from '../../../fixtures/reference/index.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { config } from '../samples.ts';

export const harness = { name: 'm2m-conformance', version: 'test' };

export interface Certified {
  readonly result: Result;
  readonly part: Part;
  readonly evidence: Evidence;
}

/** The facts about a running server that a certification needs. */
type Server = Pick<
  RunningReference,
  'baseUrl' | 'authUrl' | 'audience' | 'expiredToken' | 'otherAudienceToken'
> &
  Pick<Config, 'clients'> & {
    readonly jwksUrl?: string;
    readonly users: Pick<Config['users'], 'first' | 'second' | 'denied'>;
  };

export function configFor(server: Server, changes: Partial<Config> = {}): Config {
  const { baseUrl, authUrl, jwksUrl, audience, clients, expiredToken, otherAudienceToken } = server;
  const { first, second, denied } = server.users;
  return {
    ...config(),
    target: { baseUrl, authUrl, ...(jwksUrl && { jwksUrl }), audience, sandbox: true },
    clients,
    tokens: { expired: expiredToken, otherAudience: otherAudienceToken },
    users: { first, ...(second && { second }), ...(denied && { denied }), sameLanguage: false },
    allow: { writes: false, orders: false, desync: false },
    deadlineS: 120,
    network: { ...config().network, listenUrl: 'http://127.0.0.1:0' },
    ...changes,
  };
}

/**
 * Returns the configuration with everything an operator can supply or allow, and with the
 * reference's profile.
 */
export function fullConfigFor(reference: RunningReference, changes: Partial<Config> = {}): Config {
  const config = configFor(reference);
  const { foreign, denied } = reference.users;
  return {
    ...config,
    users: { ...config.users, foreign, denied },
    allow: { writes: true, orders: true, desync: true },
    profile: referenceProfile,
    ...changes,
  };
}

/** Returns the configuration that a fault or variant needs to show. */
export function configOf({ needs = [] }: { readonly needs?: readonly string[] }): Partial<Config> {
  const scopes = needs.includes('declared-scopes')
    ? { 'GET /learning-guides/{id}': ['service:nbg'] }
    : {};
  const allow = {
    writes: needs.includes('writes'),
    orders: needs.includes('orders'),
    desync: needs.includes('desync'),
  };
  const guideOrder = needs.includes('guide-order')
    ? { guideOrder: guideSummaries('en').map(({ id }) => id) }
    : {};
  const profile = needs.includes('profile') ? referenceProfile : emptyProfile;
  return {
    allow,
    profile: { ...profile, scopes: { ...profile.scopes, ...scopes }, ...guideOrder },
  };
}

/** Starts a server, certifies it in this process, and keeps the evidence in memory. */
export async function certify(
  changes: Partial<Config> = {},
  options: ReferenceOptions = {},
): Promise<Certified> {
  const reference = await startReference(options);
  try {
    return await certifyTarget(configFor(reference, changes));
  } finally {
    await reference.close();
  }
}

/** Certifies the target that the configuration names. Stops after the given number of exchanges. */
export async function certifyTarget(
  config: Config,
  onFacts: (facts: RunFacts) => void = () => {},
  stopsAfter = Number.POSITIVE_INFINITY,
): Promise<Certified> {
  const exchanges = new Map<string, Exchange>();
  let record: RunRecord | undefined;
  const session = openSession({
    catalogue,
    config,
    version: harness.version,
    runId: 'test',
    startedAt: new Date().toISOString(),
    onFacts,
    isEvidenceFull: () => exchanges.size >= stopsAfter,
    openEvidence: (opened) => {
      record = opened;
      return (exchange) => {
        // Converts to the stored form and back, so tests judge exactly what a file would contain.
        const stored = fromEntry(
          JSON.parse(JSON.stringify(toEntry(exchange, { api: '', token: '', jwks: '' }))),
        );
        exchanges.set(keyText(exchange.key), stored);
      };
    },
  });
  const part = await session.part;
  if (!record) throw new Error('the session opened no evidence');
  const evidence = { record, version: harness.version, exchanges, complete: true };
  return { part, evidence, result: resultOf(record, part) };
}

export function resultOf(record: RunRecord, part: Part): Result {
  return assemble({
    catalogue,
    plan: record.plan,
    part: JSON.parse(JSON.stringify(part)),
    harness,
    run: { ...record.run, durationMs: 0 },
  });
}

export async function judgedAgain({ record, ...evidence }: Evidence): Promise<Result> {
  return resultOf(record, await judgeEvidence(catalogue, { record, ...evidence }));
}

export function withOutcome(result: Result, ...outcomes: readonly string[]): string[] {
  return result.requirements
    .filter(({ claimed, outcome }) => claimed && outcomes.includes(outcome))
    .map(({ id }) => id);
}

export function outcomeLines(result: Result): string[] {
  return [result.verdict, ...result.requirements.map(({ id, outcome }) => `${id} ${outcome}`)];
}
