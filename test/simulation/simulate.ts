import type { Catalogue } from '../../engine/catalogue/catalogue.ts';
import type { Config } from '../../engine/config/config.ts';
import type { RunRecord } from '../../engine/evidence/har-file.ts';
import type { Exchange } from '../../engine/exchange/exchange.ts';
import { assemble } from '../../engine/outcome/assemble.ts';
import type { Part } from '../../engine/outcome/part.ts';
import type { Result } from '../../engine/result.ts';
import { openSession } from '../../engine/session.ts';
import { type Compose, createReference } from '../../fixtures/reference/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { configFor, harness } from '../engine/session/in-process.ts';
import { seededBytes } from './chance.ts';
import { memoryNetwork } from './memory-network.ts';
import { virtualClock } from './virtual-clock.ts';

export interface Simulation {
  readonly config?: Partial<Config>;
  /** Changes to the reference. */
  readonly compose?: Compose | readonly Compose[];
  /** Default: the whole catalogue. */
  readonly judging?: Catalogue;
  readonly onExchange?: (exchange: Exchange) => void;
}

export interface Simulated {
  readonly part: Part;
  readonly result: Result;
}

const beganAt = Date.parse('2026-01-15T09:30:00Z');

/**
 * Certifies a server in this process: without sockets, on a clock that moves when everything waits.
 * The same seed gives the same exchanges and the same result, however busy the machine is.
 */
export async function simulate({
  config: changes = {},
  compose = [],
  judging = catalogue,
  onExchange = () => undefined,
}: Simulation): Promise<Simulated> {
  const { seed = 1 } = changes;
  const clock = virtualClock(beganAt);
  const bytes = seededBytes(seed);
  const surroundings = { now: () => Math.floor(clock.now()), sleep: clock.sleep, bytes };
  const { server, facts } = await createReference({ compose, surroundings });
  const { network, ...config } = configFor(await facts('http://127.0.0.1'), changes);
  const { headers, allowPlainHttp } = network;
  let record: RunRecord | undefined;
  const travel = seededBytes(seed + 1);
  const session = openSession({
    catalogue: judging,
    config: { ...config, network: { headers, allowPlainHttp } },
    version: harness.version,
    runId: 'simulated',
    startedAt: new Date(beganAt).toISOString(),
    clock,
    random: seededBytes(seed + 2),
    transport: memoryNetwork(clock, server, () => 4 + travel(1).readUInt8() / 32),
    openEvidence: (opened) => {
      record = opened;
      return onExchange;
    },
  });
  const part = await session.part;
  if (!record) throw new Error('the session opened no evidence');
  const run = { ...record.run, durationMs: clock.now() - beganAt };
  const result = assemble({ catalogue: judging, plan: record.plan, part, harness, run });
  return { part, result };
}
