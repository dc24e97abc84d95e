import {
  type Answered,
  type Bound,
  conforms,
  type Fold,
  findLeak,
  header,
  held,
  isJsonMediaType,
  isLoadShedding,
  isObject,
  type Json,
  type Judgement,
  json,
  jsonObject,
  mediaType,
  monitor,
  pieces,
  problems,
  type Request,
  readableEndpoint,
  sentPath,
  shown,
  unanswered,
  valueText,
  violated,
  withoutHeader,
} from '../../engine/index.ts';
import apiError from '../../schemas/api-error.schema.json' with { type: 'json' };
import { inAuthBattery } from '../endpoints.ts';

const section = 'Errors; Resources: ApiError';

/** Requirements that judge what their own requests are answered with, status and body. */
const judgedElsewhere = ['errors/unknown-route', 'errors/method', 'http/protocol-violations', 'http/large-input'];

/** Whether a field value of the request holds bytes beyond ASCII: the HTTP layer may refuse those with a bare 400. */
function hasForeignBytes({ headers }: Request): boolean {
  const beyondAscii = (byte: number) => byte > 0x7e || (byte < 0x20 && byte !== 0x09);
  return headers.some(([, value]) =>
    pieces(value).some((piece) => {
      if (typeof piece === 'string') return Buffer.from(piece).some(beyondAscii);
      // What a forgery makes of a token or an id is not known here; those that leave ASCII say so in their names.
      if (piece instanceof Uint8Array) return piece.some(beyondAscii);
      return /fullwidth|homoglyph|%[89a-f][0-9a-f]/i.test(piece.forge ?? '');
    }),
  );
}

/** Whether the target is no URI (RFC 3986 section 2.1), which the HTTP layer may refuse as well. */
function hasMalformedTarget({ path }: Request): boolean {
  return /%(?![0-9A-Fa-f]{2})/.test(valueText(path));
}

/**
 * Whether an error is the implementation's to word: every 4xx and 5xx of the API, but for what the HTTP layer in front may
 * answer on its own, what sheds load, and the search for the path of the guide, which asks paths that need not exist.
 */
export function isApiAnswer(answered: Answered): boolean {
  const { key, request, answer } = answered;
  if (answer.status < 400 || request.origin !== 'api' || isLoadShedding(answered)) return false;
  if (judgedElsewhere.includes(key.requirement) || [413, 414, 431].includes(answer.status)) return false;
  if (key.requirement === 'run/setup' && key.step === 'path') return false;
  const byHttpLayer = request.wire === 'raw' || hasForeignBytes(request) || hasMalformedTarget(request);
  return !(answer.status === 400 && byHttpLayer);
}

const isJson = (answered: Answered) => isJsonMediaType(mediaType(answered)) && 'value' in json(answered);
/** The body, where errors/json has nothing to say; each row below speaks of what the rows before it left standing. */
const errorBody = (answered: Answered) =>
  isApiAnswer(answered) && isJson(answered) ? jsonObject(answered) : undefined;

/** One request that is refused for sure, so that there is something to judge. */
const withoutToken = (bound: Bound): Request[] => {
  const { name } = bound.endpoint;
  const isProbed = name === readableEndpoint(bound) || name === 'run';
  const asked = name === 'run' ? readableEndpoint(bound) : name;
  return isProbed && asked !== undefined ? [withoutHeader(bound.wellFormed(asked), 'Authorization')] : [];
};

const monitored = { endpoints: inAuthBattery, probes: withoutToken, section } as const;

export const isJsonError = monitor({
  ...monitored,
  id: 'errors/json',
  level: 'must',
  rule: 'The body of an error is JSON with a JSON media type.',
  brokenBy: [
    'html-401-on-portfolios',
    'text-403-on-guides',
    'empty-400-on-malformed-user',
    'html-400-on-malformed-json',
    'errors-as-text-plain',
    'html-404-on-unknown-user',
  ],
  matches: isApiAnswer,
  judge: judgeJsonError,
});

export function judgeJsonError(answered: Answered): Judgement {
  const { status, body } = answered.answer;
  const type = mediaType(answered);
  const parsed = json(answered);
  const expected = 'an ApiError as application/json';
  if ('value' in parsed && isJsonMediaType(type)) return held();
  if (body.size === 0) return violated('an error has no body', expected, `${status} without a body`);
  const named = type === undefined ? 'no Content-Type' : `Content-Type ${type}`;
  const excerpt = body.text?.replace(/\s+/g, ' ').trim().slice(0, 120) ?? `${body.size} bytes that are not UTF-8`;
  if ('value' in parsed) {
    return violated('an error in JSON has another media type', expected, `${status} with ${named}: ${excerpt}`);
  }
  const cause = type === 'text/html' ? 'an error is an HTML page' : 'an error is no JSON';
  return violated(cause, expected, `${status} with ${named}, and the body is no JSON (${parsed.error}): ${excerpt}`);
}

export const shape = monitor({
  ...monitored,
  id: 'errors/shape',
  level: 'must',
  rule: 'An error has an integer status, an object error with a string message and at most a string or null description, and a string responseId.',
  brokenBy: [
    'error-as-text',
    'error-in-list',
    'error-without-message',
    'error-description-as-object',
    'status-as-text',
    'response-id-missing',
  ],
  matches: (answered) => isApiAnswer(answered) && isJson(answered),
  judge: judgeShape,
});

export function judgeShape(answered: Answered): Judgement {
  const parsed = json(answered);
  const value: Json = 'value' in parsed ? parsed.value : null;
  const [first] = problems(apiError, value);
  if (!first) return held();
  const place = first.pointer === '' ? 'the body' : first.pointer;
  return violated(
    `${place} of an error is not as in ApiError`,
    `an ApiError: ${first.expected} at ${place}`,
    `${answered.answer.status} with ${conforms(apiError, value).slice(0, 4).join('; ')}`,
  );
}

export const statusMatches = monitor({
  ...monitored,
  id: 'errors/status-matches',
  level: 'must',
  rule: 'The member status of an error equals the HTTP status code.',
  brokenBy: ['status-always-500', 'status-401-in-403'],
  matches: (answered) => Number.isInteger(errorBody(answered)?.['status']),
  judge: (answered) => {
    const { status } = answered.answer;
    const stated = jsonObject(answered)?.['status'];
    if (stated === status) return held();
    return violated('/status of an error is not the HTTP status', `/status ${status}`, `/status ${shown(stated)}`);
  },
});

export const messageText = monitor({
  ...monitored,
  id: 'errors/message-text',
  level: 'should',
  rule: 'The message of an error is not blank.',
  brokenBy: ['message-blank', 'message-empty-on-403'],
  matches: (answered) => messageOf(answered) !== undefined,
  judge: (answered) =>
    /[\p{L}\p{N}\p{P}\p{S}]/u.test(messageOf(answered) ?? '')
      ? held()
      : violated(
          '/error/message of an error is blank',
          'a human-readable /error/message',
          `${answered.answer.status} with ${shown(messageOf(answered))}`,
        ),
});

function messageOf(answered: Answered): string | undefined {
  const error = errorBody(answered)?.['error'];
  const message = isObject(error) ? error['message'] : undefined;
  return typeof message === 'string' ? message : undefined;
}

/** RFC 9562 section 4, in either case, the nil UUID and any version included; no `urn:uuid:` in front. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function responseIdOf(answered: Answered): string | undefined {
  const id = errorBody(answered)?.['responseId'];
  return typeof id === 'string' ? id : undefined;
}

export const responseIdUuid = monitor({
  ...monitored,
  id: 'errors/response-id-uuid',
  level: 'must',
  rule: 'The responseId of an error is a UUID in its text form.',
  brokenBy: ['response-id-short', 'response-id-without-hyphens', 'response-id-as-urn'],
  matches: (answered) => responseIdOf(answered) !== undefined,
  judge: (answered) => {
    const id = responseIdOf(answered) ?? '';
    if (uuid.test(id)) return held();
    return violated('/responseId of an error is no UUID', 'a UUID such as 123e4567-e89b-…', shown(id));
  },
});

/** How often each id was seen; hyphens and case left out. Longer texts than a UUID are cut, so that the state stays small. */
type SeenIds = Record<string, number>;

const uniqueIds: Fold<SeenIds> = {
  empty: () => ({}),
  // Changed in place: the state is the engine's own, and copying it for every answer would cost the square of a run.
  add: (seen, answered) => {
    const id = compact(responseIdOf(answered) ?? '');
    seen[id] = (seen[id] ?? 0) + 1;
    return seen;
  },
  merge: (left, right) => {
    const merged: SeenIds = { ...left };
    for (const [id, count] of Object.entries(right)) merged[id] = (merged[id] ?? 0) + count;
    return merged;
  },
  conclude: (seen) => {
    const all = Object.entries(seen);
    const total = all.reduce((sum, [, count]) => sum + count, 0);
    if (total < 2) return unanswered(`${total} errors with a responseId: it takes two to compare`);
    const repeated = all.filter(([, count]) => count > 1).sort(([left], [right]) => (left < right ? -1 : 1));
    const [first] = repeated;
    if (!first) return held(`${total} responses, each with an id of its own`);
    const example = `${first[1]} responses carry ${first[0].slice(1)} (hyphens left out)`;
    return violated(
      'responses share a responseId',
      `a responseId of its own in each of ${total} errors`,
      `${repeated.length} ids occur more than once: ${example}`,
    );
  },
};

/** The sign in front keeps an id from being the name of something that every object has. */
function compact(id: string): string {
  return `#${id.toLowerCase().replaceAll('-', '').slice(0, 48)}`;
}

export const responseIdUnique = monitor({
  id: 'errors/response-id-unique',
  level: 'must',
  section,
  rule: 'No two errors carry the same responseId.',
  brokenBy: ['response-id-nil', 'response-id-per-connection', 'response-id-per-user', 'errors-cached'],
  probes: (bound) => [...withoutToken(bound), ...withoutToken(bound)],
  // What comes from a cache (RFC 9111 section 5.1) is one response, seen twice.
  matches: (answered) => responseIdOf(answered) !== undefined && header(answered, 'age') === undefined,
  fold: uniqueIds,
});

export const noLeak = monitor({
  ...monitored,
  id: 'errors/no-leak',
  level: 'should',
  rule: 'The body of an error contains neither the bearer token, nor a stack trace, nor a path of the server’s files.',
  section: `${section}; RFC 9110 section 17`,
  brokenBy: [
    'stack-trace-in-description',
    'java-trace-in-description',
    'token-echoed-in-error',
    'file-path-in-message',
  ],
  matches: (answered) => isApiAnswer(answered) && (answered.answer.body.text ?? '') !== '',
  judge: judgeLeak,
});

export function judgeLeak(answered: Answered): Judgement {
  const text = answered.answer.body.text ?? '';
  const secret = /\{\{((?:token|client|gateway):[^}]*|jwt)\}\}/.exec(text)?.[1];
  if (secret !== undefined && answered.facts.echoes.includes(secret)) {
    const what = secret.startsWith('client:') || secret.startsWith('gateway:') ? 'a secret' : 'a token';
    return violated(`an error repeats ${what}`, 'no credentials in the body', `the body contains {{${secret}}}`);
  }
  const parsed = json(answered);
  const texts = 'value' in parsed ? textsOf(parsed.value) : [text];
  const sent = `${sentPath(answered.request)} ${valueText(answered.request.path)}`;
  for (const one of texts) {
    const leak = findLeak(one, sent);
    if (leak) return violated(`an error shows ${leak.what}`, 'no inside of the server in the body', leak.excerpt);
  }
  return held();
}

/** The texts of a JSON value, in order, at most a thousand: escapes would hide a trace from the patterns. */
function textsOf(value: Json): string[] {
  const texts: string[] = [];
  const open: Json[] = [value];
  while (open.length > 0 && texts.length < 1_000) {
    const next = open.pop();
    if (typeof next === 'string') texts.push(next);
    else if (Array.isArray(next)) open.push(...next.slice(0, 1_000).reverse());
    else if (isObject(next)) open.push(...Object.values(next).slice(0, 1_000).reverse());
  }
  // Traces come as lists of lines as well.
  return [...texts, texts.join('\n')];
}
