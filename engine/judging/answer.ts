import type { Judgement } from '../catalogue/check.ts';
import { excerpt } from '../exchange/excerpt.ts';
import {
  type Answer,
  type Answered,
  type Body,
  type Exchange,
  isAnswered,
} from '../exchange/exchange.ts';
import { ofWords, type Sentence, say, sentenceText } from '../exchange/sentence.ts';
import { beyondReading } from './json-extent.ts';

/** A parsed JSON value. It does not show duplicate members: see `hazards`. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * The response satisfies the requirement. Reports show the note, such as what could not be tested.
 */
export const pass = (note?: Sentence): Extract<Judgement, { readonly kind: 'pass' }> =>
  note === undefined ? { kind: 'pass' } : { kind: 'pass', note };

/**
 * Reports a value, which affects no verdict. Reports list up to 20 different values for each
 * endpoint.
 */
export const observed = (value: Sentence): Extract<Judgement, { readonly kind: 'observed' }> => ({
  kind: 'observed',
  value,
});

/**
 * Nothing can be judged, for a reason that the operator reads. A `must` then prevents a conformant
 * verdict.
 */
export function inconclusive(why: Sentence): Extract<Judgement, { readonly kind: 'inconclusive' }> {
  return { kind: 'inconclusive', why };
}

/**
 * The judgement for a requirement that no endpoint of the claimed areas can show. It does not
 * affect the verdict.
 */
export const beyondClaim = (why: Sentence): Extract<Judgement, { readonly kind: 'not-run' }> => ({
  kind: 'not-run',
  why,
  blocksNothing: true,
});

/** The elements of a list in a header value, in lower case. */
export function listedIn(value = ''): readonly string[] {
  const elements = value.toLowerCase().split(',');
  return elements.map((element) => element.trim()).filter((element) => element !== '');
}

/** The trimmed values of a header, one per line of the response. */
export function headerLines(answered: Answered, name: string): string[] {
  const wanted = name.toLowerCase();
  return answered.answer.headers
    .filter(([field]) => field.toLowerCase() === wanted)
    .map(([, value]) => value.trim());
}

/**
 * The header's value, its lines joined by a comma (RFC 9110 section 5.2). Undefined if there is
 * none.
 */
export function header(answered: Answered, name: string): string | undefined {
  const lines = headerLines(answered, name);
  return lines.length === 0 ? undefined : lines.join(', ');
}

/**
 * Why a body has no JSON value: it is not JSON, or it exceeds our limits and was not parsed
 * (`unread`).
 */
export interface NoJson {
  readonly error: string;
  readonly unread?: true;
}

type Parsed = { readonly value: Json } | NoJson;

const parsedBodies = new WeakMap<Body, Parsed>();
/** Caches only the last few large bodies, because a parsed body takes several times the memory. */
const lastLarge: (readonly [Body, Parsed])[] = [];
const largeText = 200_000;
const keptLarge = 4;

/**
 * Parses the body as JSON, or explains why it cannot. Ignores a byte order mark (RFC 8259 section
 * 8.1).
 */
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
    // Without the place, so that a defect has one reason.
    const [said = ''] = (error as Error).message.split(
      / (?:in|after) JSON at position |, (?:\.{3})?"/,
    );
    return { error: body.size === 0 ? 'it is empty' : said };
  }
}

/** Whether the body exceeds the limits of our JSON reader, so that it cannot be judged. */
export const isUnread = (answered: Answered): boolean => 'unread' in json(answered);

/** Explains in a report why a body is not judged. */
export function whyNoJson({ error, unread }: NoJson): Sentence {
  return unread
    ? say`the body is ${error}, so it was not read`
    : say`the body is not JSON (${error}): http/json-media-type`;
}

/**
 * The body as a JSON object. Undefined if it is another value, no JSON, or exceeds the limits of
 * our reader.
 */
export function jsonObject(answered: Answered): { [name: string]: Json } | undefined {
  const parsed = json(answered);
  return 'value' in parsed && isObject(parsed.value) ? parsed.value : undefined;
}

/** Whether a value is a JSON object, and neither null nor an array. */
export function isObject(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Removes the content of quoted strings, also unclosed ones, from a header value: commas in them
 * separate nothing.
 */
export const withoutQuoted = (value: string): string =>
  value.replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)/g, '""');

/**
 * The media type of Content-Type in lower case, without parameters. If there are several, the first
 * that is not JSON. Recipients choose differently among them (RFC 9110 section 8.3), so all of them
 * must be JSON.
 */
export function mediaType(answered: Answered): string | undefined {
  const known = mediaTypes.get(answered.answer);
  if (known) return known.type;
  const type = mediaTypeIn(headerLines(answered, 'content-type'));
  mediaTypes.set(answered.answer, { type });
  return type;
}

const mediaTypes = new WeakMap<Answer, { readonly type: string | undefined }>();

function mediaTypeIn(lines: readonly string[]): string | undefined {
  const types = lines.flatMap((line) => withoutQuoted(line).split(','));
  const named = types
    .map((type) => type.split(';')[0]?.trim().toLowerCase() ?? '')
    .filter((type) => type !== '');
  return (
    named.find((type) => !isJsonMediaType(type)) ??
    named[0] ??
    (lines.length === 0 ? undefined : '')
  );
}

/** `application/json`, or a type with the suffix `+json` (RFC 6839). */
export function isJsonMediaType(type: string | undefined): boolean {
  return (
    type !== undefined && (type === 'application/json' || /^[^\s/]+\/[^\s/]+\+json$/.test(type))
  );
}

/** Whether the response is an ApiError, or has a body that exceeds our limits. */
export const mayBeApiError = (answered: Answered): boolean =>
  isUnread(answered) || isApiError(answered);

/** Whether the body contains the required members of ApiError with their types. */
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
 * The 4xx or 5xx status that an ApiError in a 2xx response states. Undefined for every other
 * response, also for a body in the form of an ApiError that states a success status.
 */
export function disguisedError(answered: Answered): number | undefined {
  const stated =
    isSuccess(answered) && isApiError(answered) ? Number(jsonObject(answered)?.['status']) : 0;
  return stated >= 400 && stated < 600 ? stated : undefined;
}

/** Whether the status is 2xx. The body may still be an ApiError: see `isServed`. */
export const isSuccess = ({ answer }: Answered): boolean =>
  answer.status >= 200 && answer.status < 300;

/** Whether the response is a 2xx without an ApiError that states an error status. */
export function isServed(exchange: Exchange): exchange is Answered {
  return isAnswered(exchange) && isSuccess(exchange) && disguisedError(exchange) === undefined;
}

/** Whether the response is a 4xx other than 429. */
export function isRefusal({ answer }: Answered): boolean {
  return answer.status >= 400 && answer.status < 500 && answer.status !== 429;
}

/**
 * Whether the target sheds load: 429, 503, or 408 for a slow connection. Such responses are
 * retried, never judged.
 */
export function isLoadShedding(answered: Answered): boolean {
  const { status } = answered.answer;
  return status === 429 || status === 503 || isTooSlow(answered);
}

/**
 * Whether this is a 408 from the HTTP layer, not from the application. The connection was idle or
 * slow, and the client may repeat the request on another one (RFC 9110 section 15.5.9).
 */
export function isTooSlow(answered: Answered): boolean {
  return (
    answered.answer.status === 408 && answered.request.wire === 'http' && !mayBeApiError(answered)
  );
}

/**
 * Whether the status is 5xx. http/no-server-error judges it, so it is inconclusive for most
 * requirements.
 */
export const isServerError = ({ answer }: Answered): boolean => answer.status >= 500;

/**
 * Summarises an exchange in one line: status, media type and start of the body, or why there is no
 * response.
 */
export function summary(exchange: Exchange): Sentence {
  if (!isAnswered(exchange)) {
    const { lost, detail } = exchange.answer;
    return lost === 'proxy' ? say`${detail}` : say`no response (${ofWords(lost)}: ${detail})`;
  }
  const { status, body } = exchange.answer;
  const type = mediaType(exchange);
  if (body.size === 0) return say`${status} without a body`;
  const text = beginning(body);
  const head = type ? say`${status} ${type}` : say`${status}`;
  if (text === undefined) return say`${head}: ${body.size} bytes that are not UTF-8`;
  return say`${head}: ${text.length > 160 ? `${text.slice(0, 160)}…` : text}`;
}

/** The same as a string. */
export const summarize = (exchange: Exchange): string => sentenceText(summary(exchange));

/** The first 2,000 characters of a body in one line. Undefined if it is not UTF-8. */
export function beginning({ text }: Body): string | undefined {
  if (text === undefined) return undefined;
  const start = Math.max(text.search(/\S/), 0);
  return excerpt(text.slice(start), 2_000).replace(/\s+/g, ' ').trim();
}
