import { join } from 'node:path';
import { type Catalogue, endpointTable, type RunFacts } from './catalogue/index.ts';
import { type Clock, systemClock } from './clock.ts';
import {
  type Config,
  type Network,
  plainValues,
  plannedConfig,
  proxyCredentials,
} from './config/index.ts';
import { type EvidenceWriter, type RunRecord, writeEvidence } from './evidence/har-file.ts';
import { defined, type Exchange, type WireDetails } from './exchange/index.ts';
import { catalogueDigest } from './outcome/assemble.ts';
import { type Progress, type Run, type RunInput, startRun } from './run/run.ts';
import { type ForgeMaterial, tokenFacts, Vault } from './secrets/index.ts';
import { LiveTraffic } from './traffic/live-traffic.ts';
import { Pace } from './traffic/pace.ts';
import { openListener } from './wire/listener.ts';
import { Sockets } from './wire/sockets.ts';
import { tracing } from './wire/trace-context.ts';
import type { Transport } from './wire/transport.ts';
import { Wire } from './wire/wire.ts';

/** `startedAt` is a time in ISO 8601, from which the deadline counts. */
export type SessionInput = Pick<RunInput, 'readsAddress' | 'onUnit' | 'onProgress' | 'again'> &
  Readonly<{
    catalogue: Catalogue;
    config: Config;
    version: string;
    runId: string;
    startedAt: string;
    /** Called once, before the first request. */
    openEvidence: (record: RunRecord) => (exchange: Exchange, details?: WireDetails) => void;
    isEvidenceFull?: () => boolean;
    expectedRequests?: number;
    onFacts?: (facts: RunFacts) => void;
    /** By default, the time of this machine and its network. */
    clock?: Clock;
    /** A `Transport`. The published types do not need those of Node. */
    transport?: object;
    /** That many random bytes. */
    random?: (size: number) => Uint8Array;
  }>;

export type Session = Run &
  Readonly<{
    stopped: () => string | undefined;
    stop: (why: string) => void;
  }>;

export function openSession(input: SessionInput): Session {
  const { catalogue, config, version, runId, startedAt, clock = systemClock } = input;
  const transport = (input.transport as Transport | undefined) ?? new Sockets(config);
  const vault = fillVault(config, input.random);
  const givenTokens = Object.fromEntries(
    givenTokensOf(config).map(([symbol, token]) => [symbol, tokenFacts(token)]),
  );
  const record = input.openEvidence({
    formatVersion: 1,
    run: { id: runId, startedAt },
    catalogueSha256: catalogueDigest(catalogue),
    plan: plannedConfig(config),
    givenTokens,
  });
  const forging: { -readonly [Name in keyof ForgeMaterial]: ForgeMaterial[Name] } = {};
  const traceOf = config.traceContext
    ? tracing(runId, endpointTable(catalogue, config.profile))
    : undefined;
  const wire = new Wire(clock, transport, config, { runId, version, vault, forging, traceOf });
  // The deadline includes up to five seconds of start-up. Two processes share only the wall clock.
  const startupMs = Math.min(Math.max(clock.now() - Date.parse(startedAt), 0), 5_000);
  const leftMs = Math.max(config.deadlineS * 1000 - startupMs, 500);
  const pace = new Pace();
  const traffic = new LiveTraffic(
    clock,
    config,
    wire,
    clock.now() + leftMs,
    (exchange, details) => {
      record(exchange, details);
      pace.hear(exchange);
      if (input.isEvidenceFull?.()) gate.stop('the size of its evidence');
    },
  );
  const { gate } = traffic;
  const { deadlineS, rate, concurrency } = config;
  const shortfall = () => pace.shortfall(clock.now(), input.expectedRequests, rate, concurrency);
  const ending = new AbortController();
  clock.sleep(leftMs, ending.signal).then((isOver) => {
    if (isOver) gate.stop(`the deadline of ${deadlineS} s: ${shortfall()}`);
  });
  const { listenUrl } = config.network;
  const listening = listenUrl === undefined ? Promise.resolve(undefined) : openListener(listenUrl);
  const listener = listening.catch(
    (error) => void gate.stop(`no listener at ${listenUrl}: ${error.message}`),
  );
  const onProgress = (read: () => Progress) =>
    input.onProgress?.(() => ({
      ...read(),
      ...defined({ responseMs: pace.responseMs }),
    }));
  const { plan, part } = startRun({
    ...input,
    onProgress,
    attempts: traffic,
    values: plainValues(config),
    givenTokens,
    nameGuide: (nth, id) => vault.set(`guide:${nth}`, id, 'plain'),
    onFacts: async (facts) => {
      if (facts.publicKey) forging.publicKey = facts.publicKey;
      const { url, local } = (await listener) ?? {};
      if (url !== undefined) forging.listenerUrl = url;
      if (local) wire.listenerAt(local);
      input.onFacts?.(facts);
    },
  });
  const ended = part.finally(async () => {
    ending.abort();
    (await listener)?.close();
    await wire.close();
  });
  return { plan, part: ended, stopped: () => gate.stopped, stop: (why) => gate.stop(why) };
}

export function openRecorded(
  out: string,
  input: Omit<SessionInput, 'openEvidence' | 'isEvidenceFull'>,
) {
  let evidence: EvidenceWriter | undefined;
  const session = openSession({
    ...input,
    openEvidence: (record) => {
      evidence = writeEvidence(join(out, 'exchanges.har'), input.version, record);
      return evidence.write;
    },
    isEvidenceFull: () => evidence?.isFull() === true,
  });
  const endEvidence = () => {
    if (!evidence) throw new Error('the session opened no evidence');
    return evidence.end();
  };
  return { session, endEvidence };
}

const givenSymbols = {
  scoped: 'token:scoped',
  unscoped: 'token:unscoped',
  expired: 'token:expired',
  otherAudience: 'token:other-audience',
  denied: 'token:denied',
} as const satisfies Record<keyof Config['tokens'], string>;

const givenTokensOf = ({ tokens }: Config) =>
  Object.entries(tokens).map(
    ([name, token]: [string, string]) =>
      [givenSymbols[name as keyof Config['tokens']], token] as const,
  );

export function fillVault(config: Config, random?: (size: number) => Uint8Array) {
  const vault = new Vault(random);
  for (const [symbol, token] of givenTokensOf(config)) vault.set(symbol, token, 'secret');
  for (const [name, { secret }] of Object.entries(config.clients))
    vault.set(`client:${name}:secret`, secret, 'secret');
  for (const [symbol, text] of Object.entries(plainValues(config)))
    vault.set(symbol, text, 'plain');
  registerGatewayHeaders(vault, config.network);
  for (const proxy of [config.network.proxy?.http, config.network.proxy?.https]) {
    const { user, password, basic } = proxyCredentials(proxy?.url ?? '') ?? {};
    // A user without a password may be a token.
    for (const part of [password || user, basic]) {
      if (part !== undefined) vault.set('proxy:credentials', part, 'secret');
    }
  }
  return vault;
}

const credentialName =
  /auth|cookie|credential|jwt|key|pass|pwd|secret|session|sign|token|assertion|verify/i;
/** RFC 9110 section 11.4, whatever the name of the header. */
const withScheme = /^(?:basic|bearer|digest|negotiate|api-?key)\s+\S/i;

/** As `gateway:NAME`. Correct responses may contain other values, such as a media type. */
function registerGatewayHeaders(vault: Vault, { headers, secretHeaders = [] }: Network) {
  const marked = new Set(secretHeaders.map((name) => name.toLowerCase()));
  for (const [name, value] of Object.entries(headers)) {
    const isSecret =
      marked.has(name.toLowerCase()) || credentialName.test(name) || withScheme.test(value);
    if (!isSecret) continue;
    // In `Basic ...`, the credentials are also secret without the scheme.
    for (const part of [value.split(/\s+/).at(-1) ?? '', value])
      vault.set(`gateway:${name}`, part, 'secret');
  }
}
