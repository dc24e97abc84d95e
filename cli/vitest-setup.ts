import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareFolder } from './result-folder.ts';
import { resolveTarget } from './target.ts';
import { version } from './version.ts';

/** Makes `npx vitest` in a clone certify the configured target, the embedded reference implementation by default. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { config, out, close } = await resolveTarget({});
  const folder = resolve(out);
  await prepareFolder(folder);
  provide('conformance', { config, version, runId: randomUUID(), startedAt: new Date().toISOString(), out: folder });
  return close;
}
