import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../../../cli/config/config-error.ts';
import type { HarnessConfig } from '../../../cli/config/file-config.ts';
import { type Resolved, resolveConfig } from '../../../cli/config/resolve.ts';

/** The module that stands in for the package when a configuration imports it. */
const packageDoor = resolve(import.meta.dirname, '../../../cli/config/file-config.ts');

/** The configuration of a test, by source. */
export interface Given {
  readonly flags?: Readonly<Record<string, string | boolean>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Written as harness.config.json. */
  readonly config?: HarnessConfig | object;
  /** Written into the working directory, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Resolves the configuration in a new working directory. */
export async function resolving({
  flags = {},
  env = {},
  config,
  files = {},
}: Given): Promise<Resolved> {
  const cwd = await mkdtemp(join(tmpdir(), 'm2m-config-'));
  try {
    const all =
      config === undefined ? files : { ...files, 'harness.config.json': JSON.stringify(config) };
    for (const [name, text] of Object.entries(all)) {
      await mkdir(dirname(join(cwd, name)), { recursive: true });
      await writeFile(join(cwd, name), text);
    }
    return await resolveConfig({ flags, env, cwd, packageDoor });
  } finally {
    await rm(cwd, { recursive: true });
  }
}

export async function refusal(given: Given): Promise<ConfigError> {
  try {
    await resolving(given);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

export const users = [
  '64b7f0c2a1d3e4f5a6b7c8d9',
  '64b7f0c2a1d3e4f5a6b7c8da',
  '64b7f0c2a1d3e4f5a6b7c8db',
] as const;

/** The variables that are enough to certify a target. */
export const enough = {
  M2M_BASE_URL: 'https://api.example.com',
  M2M_AUTH_URL: 'https://auth.example.com/token',
  M2M_AUDIENCE: 'the-audience',
  M2M_CLIENT_ID: 'the-client-id',
  M2M_CLIENT_SECRET: 'the-client-secret',
  M2M_USER_ID: users[0],
} as const;

/** Returns a JWT that expires in `expiresInS` seconds. Its signature is invalid. */
export function jwt(expiresInS: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256' })}.${part({ exp: Math.floor(Date.now() / 1000) + expiresInS })}.c2lnbmF0dXJl`;
}

export function over(env: Readonly<Record<string, string>>): Given {
  return { env: { ...enough, ...env } };
}

export function lacking(...names: (keyof typeof enough)[]): Given {
  return {
    env: Object.fromEntries(
      Object.entries(enough).filter(([name]) => !(names as string[]).includes(name)),
    ),
  };
}
