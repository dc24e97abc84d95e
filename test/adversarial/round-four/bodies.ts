import { gunzipSync } from 'node:zlib';
import type { Context } from 'hono';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Refuses input, with the status that this installation uses for it. */
export const refuseInput = (world: World, message: string, description: string | null = null): Refusal =>
  new Refusal(world.on('malformed-input-is-422') ? 422 : 400, message, description);

const mend = (world: World, path: string, text: string): string => {
  if (world.on('comments-and-last-commas-taken-out') && path.endsWith('/address'))
    return text.replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '').replaceAll(/,(\s*[}\]])/g, '$1');
  if (world.on('python-notation-repaired') && path.endsWith('/orders') && !text.includes('"'))
    return text.replaceAll("'", '"').replaceAll('None', 'null').replaceAll('True', 'true').replaceAll('False', 'false');
  return text;
};

function checkType(world: World, c: Context): void {
  const [type = '', ...parameters] = (c.req.header('content-type') ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const foreign = charset !== undefined && !['charset=utf-8', 'charset="utf-8"'].includes(charset);
  if (type !== 'application/json' || (foreign && world.on('only-the-charset-utf-8')))
    throw new Refusal(415, 'The body must be application/json.');
}

/** Reads the body of a request as JSON in UTF-8. */
export async function readBody(world: World, c: Context): Promise<unknown> {
  checkType(world, c);
  let bytes: Uint8Array = new Uint8Array(await c.req.arrayBuffer());
  if (bytes.length > 65536) throw new Refusal(413, 'The body is too large.');
  try {
    const coding = c.req.header('content-encoding');
    if (coding?.toLowerCase() === 'gzip' && world.on('bodies-may-be-compressed'))
      bytes = gunzipSync(bytes, { maxOutputLength: 65536 });
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return JSON.parse(mend(world, c.req.path, text));
  } catch {
    throw refuseInput(world, 'The body is no JSON.');
  }
}
