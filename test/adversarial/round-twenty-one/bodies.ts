import { refuse } from './errors.ts';
import type { Answer, Context } from './http-types.ts';
import { failure, type Result, success } from './result.ts';

export type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isJsonType = (field: string | undefined): boolean =>
  (field ?? '').split(';')[0]?.trim().toLowerCase() === 'application/json';

export function parse(bytes: Buffer): Result<unknown> {
  try {
    return success(JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)));
  } catch {
    return failure('the body is no JSON');
  }
}

/** Finds the end of the object that begins at an index, by counting braces outside texts. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inText = false;
  for (let index = start; index < text.length; index += 1) {
    const unit = text[index];
    if (inText && unit === '\\') index += 1;
    else if (unit === '"') inText = !inText;
    else if (!inText && unit === '{') depth += 1;
    else if (!inText && unit === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}

/** Reads one member and validates nothing of what it does not read. */
export function parseOnDemand(bytes: Buffer, name: string): Result<unknown> {
  const text = bytes.toString('utf8');
  const at = text.search(new RegExp(`"${name}"\\s*:\\s*\\{`));
  if (at < 0) return parse(bytes);
  const start = text.indexOf('{', at);
  const end = endOfObject(text, start);
  if (end < 0) return failure('the body is no JSON');
  const inner = parse(Buffer.from(text.slice(start, end)));
  return inner.ok ? success({ [name]: inner.value }) : inner;
}

export const badType = (context: Context): Answer | undefined =>
  isJsonType(context.headers['content-type'])
    ? undefined
    : refuse(context.world, { status: 415, kind: 'other', message: 'The media type is not application/json' });

export const badBody = (context: Context, why: string): Answer =>
  refuse(context.world, { status: 400, kind: 'body', message: 'The body cannot be read', description: why });

export const badShape = (context: Context, why: string): Answer =>
  refuse(context.world, { status: 422, kind: 'shape', message: 'The body is not as it should be', description: why });
