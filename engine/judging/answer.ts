import type { Judgement, Violated } from '../catalogue/check.ts';
import { excerpt } from '../exchange/excerpt.ts';
import type { Answered, Body, Exchange } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import { beyondReading } from './json-extent.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export function held(note?: string): Judgement {
  return note === undefined ? { kind: 'held' } : { kind: 'held', note };
}

export function violated(cause: string, expected: string, actual: string, exchange?: Exchange): Violated {
  return { kind: 'violated', cause, expected, actual, ...(exchange ? { exchange } : {}) };
}

export function observed(value: string): Judgement {
  return { kind: 'observed', value };
}

export function unanswered(why: string): Judgement {
  return { kind: 'unanswered', why };
}

/** What nothing in the areas of a claim can show; it is in the way of no verdict on them. */
export function beyondClaim(why: string): Judgement {
  return { kind: 'not-run', why, blocksNothing: true };
}

/** The values of a header, in order of their lines. */
export function headerLines(answered: Answered, name: string): string[] {
  const wanted = name.toLowerCase();
  return answered.answer.headers.filter(([field]) => field.toLowerCase() === wanted).map(([, value]) => value.trim());
}

/** The header's value, its lines joined by a comma (RFC 9110 section 5.2); undefined where there is none. */
export function header(answered: Answered, name: string): string | undefined {
  const lines = headerLines(answered, name);
  return lines.length === 0 ? undefined : lines.join(', ');
}

/** Why a body is not there as JSON: it is none, or, where it is `unread`, nobody looked. */
export interface NoJson {
  readonly error: string;
  readonly unread?: true;
}

type Parsed = { readonly value: Json } | NoJson;

const parsedBodies = new WeakMap<Body, Parsed>();
/** Parsed, a large body takes several times its memory, and whoever compares answers holds many: the last few are kept. */
const lastLarge: (readonly [Body, Parsed])[] = [];
const largeText = 200_000;
const keptLarge = 4;

/** The body as JSON, a byte order mark overlooked (RFC 8259 section 8.1), or why it is none. */
export function json({ answer: { body } }: Answered): Parsed {
  const known = parsedBodies.get(body) ?? lastLarge.find(([one]) => one === body)?.[1];
  if (known) return known;
  const parsed = parseBody(body);
  if ('error' in parsed || (body.text?.length ?? 0) < largeText) parsedBodies.set(body, parsed);
  else {
    lastLarge.push([body, parsed]);
    if (lastLarge.length > keptLarge) lastLarge.shift();
  }
  return parsed;
}

function parseBody(body: Body): Parsed {
  if (body.undecodable !== undefined) return { error: body.undecodable };
  if (body.text === undefined) return { error: 'it is not valid UTF-8' };
  const beyond = beyondReading(body.text);
  if (beyond !== undefined) return { error: beyond, unread: true };
  try {
    return { value: JSON.parse(body.text.replace(/^\uFEFF/, '')) as Json };
  } catch (error) {
    return { error: body.size === 0 ? 'it is empty' : (error as Error).message };
  }
}

/** Whether nothing can be said of a body, because it is beyond the JSON that is read here. */
export function isUnread(answered: Answered): boolean {
  return 'unread' in json(answered);
}

/** Why a body is not judged, for people. */
export function whyNoJson({ error, unread }: NoJson): string {
  return unread ? `the body is ${error}, and was not read` : `the body is no JSON (${error}): http/json-media-type`;
}

/** The body as a JSON object, or undefined. */
export function jsonObject(answered: Answered): { [name: string]: Json } | undefined {
  const parsed = json(answered);
  return 'value' in parsed && isObject(parsed.value) ? parsed.value : undefined;
}

export function isObject(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text without what stands in quotation marks, closed or not: a comma in there separates nothing. */
export function withoutQuoted(value: string): string {
  return value.replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)/g, '""');
}

/**
 * The type and subtype of Content-Type, in lower case. Of several, in lines or joined in one, the first that is no JSON:
 * which of them counts is for each reader to guess (RFC 9110 section 8.3), so that all have to say JSON.
 */
export function mediaType(answered: Answered): string | undefined {
  const lines = headerLines(answered, 'content-type');
  const types = lines.flatMap((line) => withoutQuoted(line).split(','));
  const named = types.map((type) => type.split(';')[0]?.trim().toLowerCase() ?? '').filter((type) => type !== '');
  return named.find((type) => !isJsonMediaType(type)) ?? named[0] ?? (lines.length === 0 ? undefined : '');
}

/** `application/json`, or a type with the suffix `+json` (RFC 6839). */
export function isJsonMediaType(type: string | undefined): boolean {
  return type !== undefined && (type === 'application/json' || /^[^\s/]+\/[^\s/]+\+json$/.test(type));
}

/** Whether the answer may be an ApiError, as far as it was read. */
export function mayBeApiError(answered: Answered): boolean {
  return isUnread(answered) || isApiError(answered);
}

/** Whether the answer carries the required members of ApiError in their types. */
export function isApiError(answered: Answered): boolean {
  const body = jsonObject(answered);
  return (
    body !== undefined &&
    Number.isInteger(body['status']) &&
    isObject(body['error']) &&
    typeof body['error']['message'] === 'string' &&
    typeof body['responseId'] === 'string'
  );
}

/**
 * The error status that the ApiError in a successful answer states: whoever is told so twice, and differently, was refused.
 * Undefined for whatever else a success may hold, an envelope of that form with a status of success among it.
 */
export function disguisedError(answered: Answered): number | undefined {
  const stated = isSuccess(answered) && isApiError(answered) ? Number(jsonObject(answered)?.['status']) : 0;
  return stated >= 400 && stated < 600 ? stated : undefined;
}

export function isSuccess({ answer }: Answered): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/** A success that says no error. */
export function isServed(exchange: Exchange): exchange is Answered {
  return isAnswered(exchange) && isSuccess(exchange) && disguisedError(exchange) === undefined;
}

/** A 4xx that is no load shedding. */
export function isRefusal({ answer }: Answered): boolean {
  return answer.status >= 400 && answer.status < 500 && answer.status !== 429;
}

/** 429, and 503 with or without Retry-After, and a connection that was too slow: retried politely, never judged. */
export function isLoadShedding(answered: Answered): boolean {
  const { status } = answered.answer;
  return status === 429 || status === 503 || isTooSlow(answered);
}

/**
 * A 408 that is none of the application's: the connection was idle, or starved, and the request may be repeated on another
 * (RFC 9110 section 15.5.9).
 */
export function isTooSlow(answered: Answered): boolean {
  return answered.answer.status === 408 && answered.request.wire === 'http' && !mayBeApiError(answered);
}

export function isServerError({ answer }: Answered): boolean {
  return answer.status >= 500;
}

/** One line for people: status, media type and the beginning of the body, or why there is no answer. */
export function briefly(exchange: Exchange): string {
  if (!isAnswered(exchange)) return `no answer (${exchange.answer.lost}: ${exchange.answer.detail})`;
  const { status, body } = exchange.answer;
  const type = mediaType(exchange);
  const text = beginning(body) ?? `${body.size} bytes that are not UTF-8`;
  if (body.size === 0) return `${status} without a body`;
  return `${status}${type ? ` ${type}` : ''}: ${text.length > 160 ? `${text.slice(0, 160)}…` : text}`;
}

/** The beginning of a body in one line, some hundred characters of it; undefined where it is no text. */
export function beginning({ text }: Body): string | undefined {
  if (text === undefined) return undefined;
  const start = Math.max(text.search(/\S/), 0);
  return excerpt(text.slice(start), 2_000).replace(/\s+/g, ' ').trim();
}

/** Held when refused with a 4xx, unanswered by a 5xx (http/no-server-error speaks), violated otherwise. */
export function judgeRefusal(answered: Answered, cause: string): Judgement {
  if (isRefusal(answered)) return held();
  if (isServerError(answered)) return unanswered(`answered with ${answered.answer.status}`);
  return violated(cause, 'a refusal with a 4xx status', briefly(answered));
}

/** Like `judgeRefusal`, for one status only. */
export function judgeStatus(answered: Answered, status: number, cause: string): Judgement {
  if (answered.answer.status === status) return held();
  if (isServerError(answered)) return unanswered(`answered with ${answered.answer.status}`);
  return violated(cause, `status ${status}`, briefly(answered));
}
