import type { Config } from '../../../engine/config/config.ts';
import { plannedConfig } from '../../../engine/config/planned-config.ts';
import { config } from '../samples.ts';

/** Returns the record at the start of evidence, which identifies the run. */
export function recordOf(changes: Partial<Config> = {}, catalogueSha256 = 'x') {
  return {
    formatVersion: 1,
    run: { id: 'a-run', startedAt: '2026-01-01T00:00:00.000Z' },
    catalogueSha256,
    plan: plannedConfig(config(changes)),
    givenTokens: {},
  } as const;
}
