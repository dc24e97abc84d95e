import type { Catalogue } from '../../engine/catalogue/catalogue.ts';
import type { Config } from '../../engine/config/config.ts';
import type { RunRecord } from '../../engine/evidence/har-file.ts';
import { wasSent } from '../../engine/exchange/exchange.ts';
import { assemble } from '../../engine/outcome/assemble.ts';
import type { Part } from '../../engine/outcome/part.ts';
import type { Result } from '../../engine/result.ts';
import { openSession } from '../../engine/session.ts';
import { type ReferenceOptions, startReference } from '../../fixtures/reference/index.ts';
import { configFor, harness } from '../engine/session/in-process.ts';

export interface Outcome {
  readonly result: Result;
  readonly part: Part;
  /** Indices of the cases that were sent, by `requirement|endpoint`. */
  readonly sentCases: ReadonlyMap<string, ReadonlySet<number>>;
}

/**
 * Starts a server and certifies it against any catalogue. Keeps no evidence, which would take a
 * tenth more time.
 */
export async function certifyWith(
  catalogue: Catalogue,
  changes: Partial<Config>,
  options: ReferenceOptions,
): Promise<Outcome> {
  const reference = await startReference(options);
  try {
    return await certified(catalogue, configFor(reference, changes));
  } finally {
    await reference.close();
  }
}

async function certified(catalogue: Catalogue, config: Config): Promise<Outcome> {
  const sentCases = new Map<string, Set<number>>();
  const opened: RunRecord[] = [];
  const session = openSession({
    catalogue,
    config,
    version: harness.version,
    runId: 'prove',
    startedAt: new Date().toISOString(),
    openEvidence: (record) => {
      opened.push(record);
      return (exchange) => {
        const { requirement, endpoint, index, step } = exchange.key;
        if (step !== 'case' || !wasSent(exchange)) return;
        const unit = `${requirement}|${endpoint}`;
        const known = sentCases.get(unit);
        if (known) known.add(index);
        else sentCases.set(unit, new Set([index]));
      };
    },
  });
  const part = await session.part;
  const [record] = opened;
  if (!record) throw new Error('the session opened no evidence');
  const run = { ...record.run, durationMs: 0 };
  return {
    part,
    sentCases,
    result: assemble({ catalogue, plan: record.plan, part, harness, run }),
  };
}
