import type { Catalogue } from './catalogue/catalogue.ts';
import { recordedConfig } from './config/planned-config.ts';
import type { Evidence } from './evidence/har-file.ts';
import type { Part } from './outcome/part.ts';
import { startRun } from './run/run.ts';
import { replayAttempts } from './traffic/replay.ts';

/** Judges recorded exchanges. Returns the same part as the run that recorded them. */
export function judgeEvidence(
  catalogue: Catalogue,
  { record, exchanges }: Evidence,
): Promise<Part> {
  return startRun({
    catalogue,
    config: recordedConfig(record.plan),
    attempts: replayAttempts(exchanges),
    runId: record.run.id,
    givenTokens: record.givenTokens,
    values: record.plan.values,
    nameGuide: () => {},
  }).part;
}
