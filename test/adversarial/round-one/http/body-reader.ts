import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { On } from '../toggles.ts';
import { ApiError } from './api-error.ts';

/** Reads JSON request bodies, in UTF-8 and nothing else. */
export class BodyReader {
  private readonly on: On;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });

  constructor(on: On) {
    this.on = on;
  }

  register(app: FastifyInstance): void {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
      // Whoever wrote the way out for empty bodies forgot to say that it is done.
      if (body.length === 0 && this.on('empty-body-unanswered')) return;
      try {
        done(null, this.parse(body as Buffer, request));
      } catch (error) {
        done(error as Error, undefined);
      }
    });
  }

  private parse(body: Buffer, request: FastifyRequest): unknown {
    const malformed = new ApiError(this.on('bodies-refused-422') ? 422 : 400, 'The body is not valid JSON.');
    let text: string;
    try {
      text = this.decoder.decode(body);
    } catch {
      throw malformed;
    }
    const value = readJson(text) ?? (this.isLenient(request) ? readFirstValue(text) : undefined);
    if (value === undefined) throw malformed;
    // The store of the audit trail takes no document nested deeper than this.
    if (this.on('nesting-limit-500') && nesting(text) > 100) throw new Error('Document exceeds the nesting limit.');
    return value.json;
  }

  private isLenient(request: FastifyRequest): boolean {
    return this.on('trailing-bytes-ignored') && request.method === 'PATCH';
  }
}

function readJson(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

// What a streaming reader makes of it: it stops where the first object is complete.
function readFirstValue(text: string): { json: unknown } | undefined {
  for (let end = text.indexOf('}'); end >= 0; end = text.indexOf('}', end + 1)) {
    const value = readJson(text.slice(0, end + 1));
    if (value) return value;
  }
  return undefined;
}

function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
