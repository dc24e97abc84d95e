import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../engine/result.ts';

/** What a run left in its folder. */
export interface Left {
  /** Undefined where there is none, or where it cannot be parsed. */
  readonly result: Pick<Result, 'verdict' | 'totals' | 'harnessErrors' | 'run'> | undefined;
  readonly bytes: number;
  /** Files in which a secret of the operator stands as it is. */
  readonly leaks: readonly string[];
}

/** Looks through the folder: the result, how much it is, and whether a secret is in it. */
export async function leftIn(folder: string, secrets: readonly string[]): Promise<Left> {
  if (!existsSync(folder)) return { result: undefined, bytes: 0, leaks: [] };
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const leaks: string[] = [];
  for (const file of files) if (await holdsOneOf(file, secrets)) leaks.push(file.slice(folder.length + 1));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  return { result: resultIn(folder), bytes, leaks };
}

function resultIn(folder: string): Left['result'] {
  try {
    return JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')) as Result;
  } catch {
    return undefined;
  }
}

/** Files may be large: a piece at a time, with the end of the one before. */
async function holdsOneOf(file: string, secrets: readonly string[]): Promise<boolean> {
  const overlap = Math.max(0, ...secrets.map(({ length }) => length));
  let before = '';
  for await (const chunk of createReadStream(file, { encoding: 'latin1', highWaterMark: 1 << 20 })) {
    const text = before + chunk;
    if (secrets.some((secret) => text.includes(secret))) return true;
    before = text.slice(-overlap);
  }
  return false;
}
