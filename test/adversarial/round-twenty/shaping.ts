import type { ServerResponse } from 'node:http';
import type { Fields, Json } from './knobs.ts';
import type { Refusal } from './refusal.ts';
import { once, type World } from './world.ts';

export interface Answer {
  readonly status: number;
  readonly fields?: Fields;
  readonly body?: unknown;
  readonly mediaType?: string;
  readonly suffix?: string;
}

/** Shapes a refusal by the template of ApiError. */
export function errorOf(world: World, refusal: Refusal, path: string, request: string): Answer {
  const { on, every, knobs } = world;
  const { status } = refusal;
  const fields = { 'Cache-Control': 'no-store', ...refusal.fields };
  if (refusal.reason === 'scope' && on('missing-scope-is-a-partial-result'))
    return {
      status: 200,
      fields: { 'Cache-Control': knobs.caching, Vary: knobs.vary },
      body: { data: [], errors: [{ message: 'FORBIDDEN', path: ['data'] }] },
    };
  if (refusal.reason === 'unknown' && path === '/portfolios' && on('trailers-only-answer-is-200'))
    return { status: 200, fields: { 'grpc-status': '5', 'grpc-message': 'user not found' } };
  if (refusal.reason === 'json' && on('transcoder-refuses-in-its-own-words'))
    return { status, fields, body: { code: 3, message: 'Unexpected token', details: [] } };
  const isCanary = on('canary-tells-the-status-as-text') && every('canary', 8);
  const body = {
    status: isCanary ? String(status) : told(world, status, path),
    error: { message: refusal.message, description: refusal.description },
    responseId: responseId(world, request),
  };
  return { status, fields, body: knobs.refusal(body, status) };
}

/** Once guides were refused three times, a defective breaker repeats the status that it saw first. */
function told(world: World, status: number, path: string): number {
  if (!world.on('breaker-repeats-the-status-that-it-saw-first') || !path.includes('learning-guides/')) return status;
  const seen = once(world, 'seen', () => [] as number[]);
  seen.push(status);
  return seen.length > 3 ? (seen[0] ?? status) : status;
}

function responseId(world: World, request: string): string {
  const fresh = world.knobs.uuid();
  if (!world.on('refused-envelope-keeps-its-id-for-the-retry')) return fresh;
  const kept = once(world, 'envelopes', () => new Map<string, { id: string; until: number }>());
  const envelope = kept.get(request);
  if (envelope && envelope.until > Date.now()) return envelope.id;
  kept.set(request, { id: fresh, until: Date.now() + 3000 });
  return fresh;
}

/** Writes an answer in the framing of the vendor. */
export function write(world: World, response: ServerResponse, path: string, answer: Answer): void {
  const { knobs } = world;
  const fields: Record<string, string | readonly string[]> = { ...answer.fields, ...knobs.fields(path, answer.status) };
  for (const [name, value] of Object.entries(fields)) response.setHeader(name, value);
  response.statusCode = answer.status;
  if (answer.body === undefined) {
    response.end(answer.suffix);
    return;
  }
  response.setHeader('Content-Type', answer.mediaType ?? knobs.mediaType);
  const isShaped = answer.status < 300 && path.startsWith('/');
  const body = isShaped ? knobs.success(answer.body as Json, path) : answer.body;
  const text = knobs.text(JSON.stringify(body)) + (answer.suffix ?? '');
  if (knobs.framing === 'length') {
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.end(text);
    return;
  }
  for (const part of text.match(/[^,]+,?|,/g) ?? [text]) response.write(part);
  response.end();
}
