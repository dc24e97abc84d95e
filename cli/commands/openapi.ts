import { stat, writeFile } from 'node:fs/promises';
import { ConfigError } from '../config/config-error.ts';
import { resolveConfig } from '../config/resolve.ts';
import { catalogue, endpointTable } from '../engine.ts';
import { InputError, orInputError } from '../exit.ts';
import { describeApi } from '../openapi/describe-api.ts';
import type { CommandFlags } from '../page.ts';
import { packageDoor } from '../version.ts';

export async function openapi({ config, out, force = false }: CommandFlags): Promise<number> {
  if (out !== undefined) await refuseExisting(out, force);
  const { profile, baseUrl, authUrl } = await describedTarget(config);
  const { guidePath } = profile;
  const description = describeApi(endpointTable(catalogue, profile), {
    baseUrl,
    authUrl,
    guidePath,
    areas: catalogue.areas,
  });
  const text = `${JSON.stringify(description, null, 2)}\n`;
  if (out === undefined) {
    process.stdout.write(text);
    return 0;
  }
  await writeFile(out, text).catch(
    orInputError(`${out} cannot be written`, 'Name another file with --out.'),
  );
  process.stderr.write(
    `${Object.keys(description['paths'] as object).length} paths written to ${out}\n`,
  );
  return 0;
}

/** Devices and pipes, such as `/dev/stdout`, lose nothing. */
async function refuseExisting(out: string, force: boolean) {
  const existing = await stat(out).catch(() => undefined);
  if (existing?.isDirectory()) throw new InputError(`${out} is a folder. Name a file with --out.`);
  if (existing?.isFile() && !force)
    throw new InputError(
      `${out} already exists. Name another file with --out, or overwrite it with --force.`,
    );
}

const placeholders = {
  baseUrl: 'https://api.example.com',
  authUrl: 'https://auth.example.com/oauth/token',
};

/** Credentials may be missing, because a description sends no requests. */
async function describedTarget(config: string | undefined) {
  const flags = config === undefined ? {} : { config };
  const request = { flags, env: process.env, cwd: process.cwd(), packageDoor };
  const resolved = await resolveConfig(request).catch((error: unknown) => {
    const missing = error instanceof ConfigError ? missingIn(error) : {};
    if (Object.keys(missing).length === 0) throw error;
    return resolveConfig({ ...request, env: { ...process.env, ...missing } });
  });
  if (resolved.embedded) return { profile: resolved.partial.profile, ...placeholders };
  const { profile, target } = resolved.config;
  return { profile, baseUrl: target.baseUrl, authUrl: target.authUrl || placeholders.authUrl };
}

/** For settings that a run needs and a description does not. */
const standIns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'target.authUrl': { M2M_AUTH_URL: placeholders.authUrl },
  'target.audience': { M2M_AUDIENCE: placeholders.baseUrl },
  'clients.scoped': { M2M_CLIENT_ID: 'stand-in', M2M_CLIENT_SECRET: 'stand-in' },
  'users.first': { M2M_USER_ID: '000000000000000000000000' },
};

function missingIn({ problems }: ConfigError) {
  const missing = problems.filter(({ source }) => source === 'not set');
  return Object.assign({}, ...missing.map(({ key }) => standIns[key] ?? {})) as Record<
    string,
    string
  >;
}
