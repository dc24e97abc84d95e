import type { Config } from '../../engine/config/config.ts';
import { type Compose, createReference } from '../../fixtures/reference/index.ts';
import {
  type Certified,
  type Certifying,
  certifyTarget,
  configFor,
  type ReferenceFacts,
} from '../engine/session/in-process.ts';
import { seededBytes } from './chance.ts';
import { memoryNetwork } from './memory-network.ts';
import { virtualClock } from './virtual-clock.ts';

export interface Simulation extends Omit<Certifying, 'startedAt' | 'clock' | 'transport'> {
  readonly config?: Partial<Config>;
  /** Default: what `configFor` returns. */
  readonly configured?: (server: ReferenceFacts, changes: Partial<Config>) => Config;
  /** Changes to the reference. */
  readonly compose?: Compose | readonly Compose[];
}

const beganAt = Date.parse('2026-01-15T09:30:00Z');

/**
 * Certifies a server in this process: without sockets, on a clock that moves when everything waits.
 * The same seed gives the same exchanges and the same result, however busy the machine is.
 */
export async function simulate({
  config: changes = {},
  configured = configFor,
  compose = [],
  ...certifying
}: Simulation = {}): Promise<Certified> {
  const { seed = 1 } = changes;
  const clock = virtualClock(beganAt);
  const bytes = seededBytes(seed);
  const surroundings = { now: () => Math.floor(clock.now()), sleep: clock.sleep, bytes };
  const { server, facts } = await createReference({ compose, surroundings });
  const config = configured(await facts('http://127.0.0.1'), changes);
  const { listenUrl: _needsSocket, ...network } = config.network;
  const travel = seededBytes(seed + 1);
  return certifyTarget(
    { ...config, network },
    {
      startedAt: new Date(beganAt).toISOString(),
      clock,
      random: seededBytes(seed + 2),
      transport: memoryNetwork(clock, server, () => 4 + travel(1).readUInt8() / 32),
      ...certifying,
    },
  );
}
