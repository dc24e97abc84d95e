import { errorDefects } from './defect-errors.ts';
import { readingDefects } from './defect-reading.ts';
import { tokenDefects } from './defect-token.ts';
import { writingDefects } from './defect-writing.ts';
import type { Config, Migration } from './schema.ts';
import { configurations } from './variation-config.ts';
import { contentVariations } from './variation-content.ts';
import { protocolVariations } from './variation-protocol.ts';

/** All scripts by the id of their toggle. */
export const migrations: Readonly<Record<string, Migration>> = {
  ...Object.fromEntries(Object.keys(configurations).map((id): [string, Migration] => [id, () => undefined])),
  ...tokenDefects,
  ...errorDefects,
  ...readingDefects,
  ...writingDefects,
  ...contentVariations,
  ...protocolVariations,
};
export const configured = (toggle: string | undefined, config: Config): Config => ({
  ...config,
  ...(toggle === undefined ? {} : configurations[toggle]?.(config)),
});
