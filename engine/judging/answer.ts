import type { JudgementOf } from '../catalogue/check.ts';
import {
  type Answer,
  type Answered,
  type Body,
  type Exchange,
  excerpt,
  fieldValues,
  isAnswered,
  ofWords,
  type Sentence,
  say,
  sentenceText,
  statusOf,
} from '../exchange/index.ts';
import { isRecord } from '../schema/json-value.ts';
import { beyondReading } from './json-extent.ts';

/** Shows no duplicate members: see `hazards`. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export const pass = (note?: Sentence): JudgementOf<'pass'> =>
  note === undefined ? { kind: 'pass' } : { kind: 'pass', note };

/** Affects no verdict. Reports list up to 20 different values for each endpoint. */
export const observed = (value: Sentence): JudgementOf<'observed'> => ({
  kind: 'observed',
  value,
});

/** For a reason that the operator reads. A `must` then prevents a conformant verdict. */
export const inconclusive = (why: Sentence): JudgementOf<'inconclusive'> => ({
  kind: 'inconclusive',
  why,
});

/** No endpoint of the claimed areas can show the requirement. Does not affect the verdict. */
export const beyondClaim = (why: Sentence): JudgementOf<'not-run'> => ({
  kind: 'not-run',
  why,
  blocksNothing: true,
});

export function listedIn(value = ''): readonly string[] {
  const elements = value.toLowerCase().split(',');
  return elements.map((element) => element.trim()).filter((element) => element !== '');
}

export const headerLines = (answered: Answered, name: string) =>
  fieldValues(answered.answer.headers, name).map((value) => value.trim());

/** The lines joined by a comma (RFC 9110 section 5.2). */
export function header(answered: Answered, name: string) {
  const lines = headerLines(answered, name);
  return lines.length === 0 ? undefined : lines.join(', ');
}

type NoJson = Readonly<{
  error: string;
  unread?: true;
}>;

type Parsed = { readonly value: Json } | NoJson;

const parsedBodies = new WeakMap<Body, Parsed>();
/** Only the last few, because a parsed body takes several times the memory. */
const lastLarge: (readonly [Body, Parsed])[] = [];
const largeText = 200_000;
const keptLarge = 4;

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

export const isUnread = (answered: Answered) => 'unread' in json(answered);

export const whyNoJson = ({ error, unread }: NoJson) =>
  unread
    ? say`the body is ${error}, so it was not read`
    : say`the body is not JSON (${error}): http/json-media-type`;

export function jsonObject(answered: Answered) {
  const parsed = json(answered);
  return 'value' in parsed && isObject(parsed.value) ? parsed.value : undefined;
}

export const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  isRecord(value);

/** Empties quoted strings, also unclosed ones: commas in them separate nothing. */
export const withoutQuoted = (value: string) => value.replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)/g, '""');

/**
 * Of several, the first that is not JSON: recipients choose differently among them (RFC 9110
 * section 8.3), so all must be JSON.
 */
export function mediaType(answered: Answered) {
  const known = mediaTypes.get(answered.answer);
  if (known) return known.type;
  const type = mediaTypeIn(headerLines(answered, 'content-type'));
  mediaTypes.set(answered.answer, { type });
  return type;
}

const mediaTypes = new WeakMap<Answer, { readonly type: string | undefined }>();

function mediaTypeIn(lines: readonly string[]) {
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

export const isJsonMediaType = (type: string | undefined) =>
  type !== undefined && (type === 'application/json' || /^[^\s/]+\/[^\s/]+\+json$/.test(type));

export const mayBeApiError = (answered: Answered) => isUnread(answered) || isApiError(answered);

export function isApiError(answered: Answered) {
  const body = jsonObject(answered);
  return (
    body !== undefined &&
    Number.isInteger(body['status']) &&
    isObject(body['error']) &&
    typeof body['error']['message'] === 'string' &&
    typeof body['responseId'] === 'string'
  );
}

/** The 4xx or 5xx status that an ApiError in a 2xx response states. */
export function disguisedError(answered: Answered) {
  const stated =
    isSuccess(answered) && isApiError(answered) ? Number(jsonObject(answered)?.['status']) : 0;
  return stated >= 400 && stated < 600 ? stated : undefined;
}

export function isSuccess(answered: Answered): boolean;
export function isSuccess(exchange: Exchange): exchange is Answered;
export function isSuccess(exchange: Exchange) {
  const status = statusOf(exchange) ?? 0;
  return status >= 200 && status < 300;
}

/** By its status (RFC 9110 sections 15.3.5 and 15.3.6). */
export const isWithoutContent = ({ answer: { status } }: Answered) =>
  status === 204 || status === 205;

export const isServed = (exchange: Exchange): exchange is Answered =>
  isSuccess(exchange) && disguisedError(exchange) === undefined;

export const isRefusal = ({ answer }: Answered) =>
  answer.status >= 400 && answer.status < 500 && answer.status !== 429;

/** 429, 503, or 408 for a slow connection. Such responses are retried, never judged. */
export function isLoadShedding(answered: Answered) {
  const { status } = answered.answer;
  return status === 429 || status === 503 || isTooSlow(answered);
}

/**
 * From the HTTP layer: the client may repeat the request on another connection (RFC 9110 section
 * 15.5.9).
 */
export const isTooSlow = (answered: Answered) =>
  answered.answer.status === 408 && answered.request.wire === 'http' && !mayBeApiError(answered);

/** http/no-server-error judges it, so it is inconclusive for most requirements. */
export const isServerError = ({ answer }: Answered) => answer.status >= 500;

/** For a status of which the requirement says nothing. `judge` is the one that judges it. */
export function notJudged({ answer: { status } }: Answered, judge?: string) {
  const see = ofWords(judge === undefined ? '' : ` (see ${judge})`);
  return inconclusive(say`the response is ${status}${see}`);
}

export function summary(exchange: Exchange): Sentence {
  if (!isAnswered(exchange)) {
    const { lost, detail } = exchange.answer;
    return lost === 'proxy' ? say`${detail}` : say`no response (${ofWords(lost)}: ${detail})`;
  }
  const { status, body } = exchange.answer;
  const type = mediaType(exchange);
  const location = status >= 300 && status < 400 ? header(exchange, 'location') : undefined;
  if (location !== undefined) return say`${status} with Location: ${excerpt(location, 160)}`;
  if (body.size === 0) return say`${status} without a body`;
  const text = beginning(body);
  const known = type === 'application/json' ? ofWords(type) : type;
  const head = known ? say`${status} ${known}` : say`${status}`;
  if (text === undefined) return say`${head}: ${body.size} bytes that are not UTF-8`;
  return say`${head}: ${text.length > 160 ? `${text.slice(0, 160)}…` : text}`;
}

export const summarize = (exchange: Exchange) => sentenceText(summary(exchange));

/** The first 2,000 characters in one line. Undefined if it is not UTF-8. */
export function beginning({ text }: Body) {
  if (text === undefined) return undefined;
  const start = Math.max(text.search(/\S/), 0);
  return excerpt(text.slice(start), 2_000).replace(/\s+/g, ' ').trim();
}

/** `unclear`: no response, a 3xx, a 5xx or load shedding. */
type Taken = 'accepted' | 'refused' | 'unclear';

export function takenBy(exchange: Exchange): Taken {
  if (!isAnswered(exchange) || isLoadShedding(exchange)) return 'unclear';
  if (disguisedError(exchange) !== undefined) return 'refused';
  if (isSuccess(exchange)) return 'accepted';
  return isRefusal(exchange) ? 'refused' : 'unclear';
}

/** A 202: the request is carried out later, if at all (RFC 9110 section 15.3.3). */
export const isPromised = (exchange: Exchange) => statusOf(exchange) === 202;

const browserField = /^(cookie|origin|referer|sec-fetch-.*)$/i;

export const isRefusedBrowser = (answered: Answered) =>
  isRefusal(answered) && answered.request.headers.some(([name]) => browserField.test(name));
