import {
  type Answered,
  type Bound,
  concat,
  forSecond,
  isApiError,
  isJsonMediaType,
  isLoadShedding,
  json,
  jsonObject,
  mediaType,
  pieces,
  type Request,
  readableEndpoint,
  symbol,
  valueText,
  wholeRun,
  withHeader,
  withoutHeader,
} from '../../engine/index.ts';
import { inAuthBattery } from '../endpoints.ts';
import { unknownIds } from '../learn/unknown-ids.ts';
import { withId } from '../learn/with-id.ts';
import { hasOddField } from './odd-requests.ts';
import { isSpelledOtherwise } from './spelled-otherwise.ts';

export const section = 'Errors; Resources: ApiError';

/** Requirements that judge what their own requests are answered with, status and body. */
const judgedElsewhere = ['errors/unknown-route', 'errors/method', 'http/protocol-violations', 'http/large-input'];

/** Whether a field value of the request holds bytes beyond ASCII: the HTTP layer may refuse those with a bare 400. */
export function hasForeignBytes({ headers }: Request): boolean {
  const beyondAscii = (byte: number) => byte > 0x7e || (byte < 0x20 && byte !== 0x09);
  return headers.some(([, value]) =>
    pieces(value).some((piece) => {
      if (typeof piece === 'string') return /[^\t -~]/.test(piece);
      // What a forgery makes of a token or an id is not known here; those that leave ASCII say so in their names.
      if (piece instanceof Uint8Array) return piece.some(beyondAscii);
      return /fullwidth|homoglyph|%[89a-f][0-9a-f]/i.test(piece.forge ?? '');
    }),
  );
}

/**
 * Whether the target is no URI (RFC 3986 section 2.1), or encodes no text or a control character: the HTTP layer, or the
 * firewall of a framework, may refuse that as well.
 */
export function hasMalformedTarget({ path }: Request): boolean {
  try {
    return /\p{Cc}/u.test(decodeURIComponent(valueText(path)));
  } catch {
    return true;
  }
}

/**
 * Whether an error is the implementation's to word: every 4xx and 5xx of the API, but for what the HTTP layer in front may
 * answer on its own, what sheds load, and paths that need not exist: those that may be the guide's, and other spellings.
 */
export function isApiAnswer(answered: Answered): boolean {
  const known = apiAnswers.get(answered) ?? isWordedByTheApi(answered);
  apiAnswers.set(answered, known);
  return known;
}

/** Several monitors ask of the same answer. */
const apiAnswers = new WeakMap<Answered, boolean>();

function isWordedByTheApi(answered: Answered): boolean {
  const { key, request, answer } = answered;
  if (answer.status < 400 || request.origin !== 'api' || isLoadShedding(answered)) return false;
  if (judgedElsewhere.includes(key.requirement) || [413, 414, 431].includes(answer.status)) return false;
  if (key.requirement === 'run/setup' && key.step === 'path') return false;
  if (isSpelledOtherwise(answered) || hasOddField(answered)) return false;
  // No answer to HEAD has content (RFC 9110 section 9.3.2), and OPTIONS may be the gateway's to answer.
  if (request.method === 'HEAD' || request.method === 'OPTIONS') return false;
  return !mayBeOfTheHttpLayer(answered);
}

function mayBeOfTheHttpLayer({ request, answer }: Answered): boolean {
  return answer.status === 400 && (request.wire === 'raw' || hasForeignBytes(request) || hasMalformedTarget(request));
}

/** Whether it is an ApiError, which the HTTP layer does not word, where that layer might have answered. */
export function isWordedInItsPlace(answered: Answered): boolean {
  const { key, request } = answered;
  const isMeant = request.origin === 'api' && !judgedElsewhere.includes(key.requirement);
  return isMeant && mayBeOfTheHttpLayer(answered) && isApiError(answered);
}

/** Whether errors/json has nothing to say. */
export const isJson = (answered: Answered) => isJsonMediaType(mediaType(answered)) && 'value' in json(answered);
/** The body, where errors/json has nothing to say; each row below speaks of what the rows before it left standing. */
export const errorBody = (answered: Answered) =>
  isApiAnswer(answered) && isJson(answered) ? jsonObject(answered) : undefined;

/** The endpoint of whose refusals there is something to judge, also where no other requirement runs. */
function refusable(bound: Bound): Request | undefined {
  const name = readableEndpoint(bound);
  const isOwn = bound.endpoint.name === name || bound.endpoint.id === wholeRun;
  return name !== undefined && isOwn ? bound.wellFormed(name) : undefined;
}

/** One request that is refused for sure. */
export const withoutToken = (bound: Bound): Request[] => {
  const request = refusable(bound);
  return request ? [withoutHeader(request, 'Authorization')] : [];
};

/** What may be worded in the language of a user: there is no such guide. Without a second user nothing is sent. */
const inSecondLanguage = (bound: Bound): Request[] => {
  const [unknown] = unknownIds(bound);
  if (!refusable(bound) || !bound.covers('guide') || !unknown) return [];
  return [unknown.id, 'm2m-conformance'].map((id) => forSecond(withId(bound, id)));
};

/** A refusal of each kind: no token, one that nobody signed, one without the scope, a malformed user and an unknown one. */
export const refusals = (bound: Bound): Request[] => {
  const request = refusable(bound);
  if (!request) return [];
  const unscoped = bound.facts.tokens['token:unscoped'] ? [concat('Bearer ', symbol('token:unscoped'))] : [];
  return [
    ...withoutToken(bound),
    ...['Bearer eyJhbGciOiJub25lIn0.e30.', ...unscoped].map((value) => withHeader(request, 'Authorization', value)),
    ...['m2m-conformance', '0'.repeat(24)].map((id) => withHeader(request, 'x-user-id', id)),
    ...inSecondLanguage(bound),
  ];
};

/** What the monitors of errors have in common. */
export const monitored = { endpoints: inAuthBattery, probes: withoutToken, section } as const;
