import { writeFile } from 'node:fs/promises';
import { endpointTable } from '../../engine/catalogue/endpoint-table.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { InputError } from '../exit.ts';
import { describeApi } from '../openapi/describe-api.ts';
import { describedTarget } from '../openapi/described-target.ts';

interface OpenApiFlags {
  readonly config?: string;
  readonly out?: string;
}

/** Prints or writes the OpenAPI description, including the endpoints that the configuration declares. */
export async function openapi({ config, out }: OpenApiFlags): Promise<number> {
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
  process.stderr.write(`${Object.keys(description['paths'] as object).length} paths written to ${out}\n`);
  return 0;
}
