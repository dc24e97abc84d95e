import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Result } from '../../engine/result.ts';
import type { RunningReference } from '../../fixtures/reference/index.ts';

const main = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
}

const withReports: ReadonlySet<string | undefined> = new Set(['run', 'judge', 'merge']);

/**
 * Starts the built command as users do: in an empty folder, with only the given variables. Creates
 * the Allure view only if `allure` is set, because it takes as long as a small run.
 */
export function start(
  folder: string,
  args: readonly string[],
  variables: Record<string, string> = {},
  allure = false,
  { program = main, detached = false } = {},
): Started {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, ...variables };
  const all = [program, ...args, ...(withReports.has(args[0]) && !allure ? ['--no-allure'] : [])];
  const child = spawn(process.execPath, all, {
    cwd: folder,
    env,
    detached,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, finished: finished(child) };
}

export async function finished(
  child: ChildProcessByStdio<null, Readable, Readable>,
): Promise<Finished> {
  const [stdout, stderr] = [printed(child.stdout), printed(child.stderr)];
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: stdout(), stderr: stderr() };
}

function printed(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

export function command(
  folder: string,
  args: readonly string[],
  variables?: Record<string, string>,
  allure?: boolean,
  program = main,
): Promise<Finished> {
  return start(folder, args, variables, allure, { program }).finished;
}

export function emptyFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'm2m-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export function textsIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

export function resultIn(folder: string, out = 'reports/latest'): Result {
  return JSON.parse(readFileSync(join(folder, out, 'result.json'), 'utf8')) as Result;
}

export function variablesOf(reference: RunningReference): Record<string, string> {
  const { baseUrl, authUrl, jwksUrl, audience, clients, users, expiredToken, otherAudienceToken } =
    reference;
  return {
    M2M_BASE_URL: baseUrl,
    M2M_AUTH_URL: authUrl,
    M2M_JWKS_URL: jwksUrl,
    M2M_AUDIENCE: audience,
    M2M_CLIENT_ID: clients.scoped.id,
    M2M_CLIENT_SECRET: clients.scoped.secret,
    M2M_UNSCOPED_CLIENT_ID: clients.unscoped.id,
    M2M_UNSCOPED_CLIENT_SECRET: clients.unscoped.secret,
    M2M_USER_ID: users.first,
    M2M_SECOND_USER_ID: users.second,
    M2M_EXPIRED_TOKEN: expiredToken,
    M2M_OTHER_AUDIENCE_TOKEN: otherAudienceToken,
  };
}
