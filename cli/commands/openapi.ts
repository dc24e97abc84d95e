import { stat, writeFile } from 'node:fs/promises';
import { endpointTable } from '../../engine/catalogue/endpoint-table.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { InputError } from '../exit.ts';
import { describeApi } from '../openapi/describe-api.ts';
import { describedTarget } from '../openapi/described-target.ts';

interface OpenApiFlags {
  readonly config?: string;
  readonly out?: string;
  readonly force?: boolean;
}

export async function openapi({ config, out, force = false }: OpenApiFlags): Promise<number> {
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
  await writeFile(out, text).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`${out} cannot be written (${error.code}). Name another file with --out.`);
  });
  process.stderr.write(
    `${Object.keys(description['paths'] as object).length} paths written to ${out}\n`,
  );
  return 0;
}

/** Devices and pipes, such as `/dev/stdout`, lose nothing. */
async function refuseExisting(out: string, force: boolean): Promise<void> {
  const existing = await stat(out).catch(() => undefined);
  if (existing?.isDirectory()) throw new InputError(`${out} is a folder. Name a file with --out.`);
  if (existing?.isFile() && !force)
    throw new InputError(
      `${out} already exists. Name another file with --out, or overwrite it with --force.`,
    );
}
