import { type Config, emptyProfile } from '../../../engine/config/config.ts';
import { fromEntry, toEntry } from '../../../engine/evidence/har-entry.ts';
import type { Evidence, RunRecord } from '../../../engine/evidence/har-file.ts';
import type { Exchange } from '../../../engine/exchange/exchange.ts';
import { keyText } from '../../../engine/exchange/key.ts';
import { judgeEvidence } from '../../../engine/judge.ts';
import { assemble } from '../../../engine/outcome/assemble.ts';
import type { Part } from '../../../engine/outcome/part.ts';
import type { Result } from '../../../engine/result.ts';
import { openSession, type Session, type SessionInput } from '../../../engine/session.ts';
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
  readonly evidence: Evidence & { readonly exchanges: ReadonlyMap<string, Exchange> };
  /** Why the run stopped, if it did. */
  readonly stopped: string | undefined;
}

/** The facts about a running server that a certification needs. */
export type Server = Pick<
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

export type ReferenceFacts = Omit<RunningReference, 'close'>;

/**
 * Returns the configuration with everything an operator can supply or allow, and with the
 * reference's profile.
 */
export function fullConfigFor(reference: ReferenceFacts, changes: Partial<Config> = {}): Config {
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

/** Certifies the reference over real HTTP. */
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

type Inputs = Partial<
  Pick<
    SessionInput,
    'catalogue' | 'startedAt' | 'onFacts' | 'clock' | 'transport' | 'random' | 'expectedRequests'
  >
>;

export interface Certifying extends Inputs {
  /** Stops the run once the evidence contains that many exchanges. */
  readonly stopsAfter?: number;
  readonly onExchange?: (exchange: Exchange, stop: Session['stop']) => void;
}

/** Certifies the target that the configuration names, and keeps the evidence in memory. */
export async function certifyTarget(
  config: Config,
  { stopsAfter = Number.POSITIVE_INFINITY, onExchange, ...inputs }: Certifying = {},
): Promise<Certified> {
  const recorded: Exchange[] = [];
  const opened: RunRecord[] = [];
  const judging = inputs.catalogue ?? catalogue;
  const session = openSession({
    catalogue: judging,
    config,
    version: harness.version,
    runId: 'test',
    startedAt: new Date().toISOString(),
    isEvidenceFull: () => recorded.length >= stopsAfter,
    openEvidence: (record) => {
      opened.push(record);
      return (exchange) => {
        onExchange?.(exchange, session.stop);
        recorded.push(exchange);
      };
    },
    ...inputs,
  });
  const part = await session.part;
  const [record] = opened;
  if (!record) throw new Error('the session opened no evidence');
  return {
    part,
    result: resultOf(record, part, judging),
    stopped: session.stopped(),
    get evidence() {
      const exchanges = new Map(recorded.map((one) => [keyText(one.key), stored(one)]));
      return { record, version: harness.version, exchanges, complete: true };
    },
  };
}

/** Converts to the stored form and back, so tests judge exactly what a file would contain. */
const stored = (exchange: Exchange) =>
  fromEntry(JSON.parse(JSON.stringify(toEntry(exchange, { api: '', token: '', jwks: '' }))));

export function resultOf(record: RunRecord, part: Part, judging = catalogue): Result {
  return assemble({
    catalogue: judging,
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
