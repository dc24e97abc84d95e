import type { Answered, Bound, Request } from '../../engine/index.ts';
import {
  concat,
  forSecond,
  isApiError,
  isLoadShedding,
  pieces,
  readableEndpoint,
  symbol,
  valueText,
  wholeRun,
  withHeader,
  withoutHeader,
  withUser,
} from '../../engine/index.ts';
import { notUtf8 } from '../../fixtures/malformed/guide-id.ts';
import { inAuthBattery } from '../endpoints.ts';
import { unknownIds } from '../learn/unknown-ids.ts';
import { withId } from '../learn/with-id.ts';

export const section = 'Errors; Resources: ApiError';

/**
 * Whether a header has control characters or non-ASCII bytes: the HTTP layer or a firewall may send
 * a bare 400.
 */
export function hasForeignBytes({ headers }: Request): boolean {
  const beyondAscii = (byte: number) => byte > 0x7e || byte < 0x20;
  return headers.some(([, value]) =>
    pieces(value).some((piece) => {
      if (typeof piece === 'string') return /[^ -~]/.test(piece);
      // The result of a forgery is unknown here, but its name shows whether it has non-ASCII bytes.
      if (piece instanceof Uint8Array) return piece.some(beyondAscii);
      return /fullwidth|homoglyph|%[89a-f][0-9a-f]/i.test(piece.forge ?? '');
    }),
  );
}

/**
 * Reports whether the request target is no URI (RFC 3986 section 2.1) or encodes a control
 * character. The HTTP layer, or a framework's firewall, may refuse it. Encoded bytes that are not
 * UTF-8 are a URI, which reaches the service.
 */
export function hasMalformedTarget({ path }: Request): boolean {
  return /%(?![\da-f]{2})|%[01][\da-f]|%7f|%c2%[89][\da-f]|\p{Cc}/iu.test(valueText(path));
}

/**
 * Whether the implementation sent the error: a 4xx or 5xx that sheds no load, and cannot come from
 * the HTTP layer.
 */
export function isApiAnswer(answered: Answered): boolean {
  const { request, answer } = answered;
  if (answer.status < 400 || request.origin !== 'api' || isLoadShedding(answered)) return false;
  if ([413, 414, 431].includes(answer.status)) return false;
  // A response to HEAD has no content (RFC 9110 section 9.3.2), and a gateway may respond to
  // OPTIONS.
  if (request.method === 'HEAD' || request.method === 'OPTIONS') return false;
  return !mayBeOfTheHttpLayer(answered);
}

function mayBeOfTheHttpLayer({ request, answer }: Answered): boolean {
  return (
    answer.status === 400 &&
    (request.wire === 'raw' || hasForeignBytes(request) || hasMalformedTarget(request))
  );
}

/**
 * Whether the HTTP layer could have refused the request, but the implementation did: the body is an
 * ApiError.
 */
export function isWordedInItsPlace(answered: Answered): boolean {
  return answered.request.origin === 'api' && mayBeOfTheHttpLayer(answered) && isApiError(answered);
}

/** Returns a request whose refusals can be judged even if no other requirement runs. */
function refusable(bound: Bound): Request | undefined {
  const name = readableEndpoint(bound);
  const isOwn = bound.endpoint.name === name || bound.endpoint.id === wholeRun;
  return name !== undefined && isOwn ? bound.wellFormed(name) : undefined;
}

/**
 * Returns a request that must get 401. Only the first readable endpoint and the whole run have one.
 */
export const withoutToken = (bound: Bound): Request[] => {
  const request = refusable(bound);
  return request ? [withoutHeader(request, 'Authorization')] : [];
};

/**
 * Returns requests whose path parameter is not UTF-8. guide/malformed-id sends those of the guide.
 */
const undecodable = ({ endpoint, wellFormed }: Bound): Request[] => {
  const at = endpoint.path.split('/').findIndex((segment) => segment.includes('{'));
  if (at < 0 || endpoint.safety !== 'read' || endpoint.name === 'guide') return [];
  const request = wellFormed();
  return notUtf8.map((bytes) => ({
    ...request,
    path: valueText(request.path).split('/').with(at, bytes).join('/'),
  }));
};

/**
 * Returns the second user's requests for unknown guides, whose errors may be localised. Not sent
 * without that user.
 */
const inSecondLanguage = (bound: Bound): Request[] => {
  const [unknown] = unknownIds(bound);
  if (!refusable(bound) || !bound.covers('guide') || !unknown) return [];
  return [unknown.id, 'm2m-conformance'].map((id) => forSecond(withId(bound, id)));
};

/**
 * Returns a request for each refusal: no token, an unsigned one, one without scope, a malformed or
 * unknown user.
 */
export const refusals = (bound: Bound): Request[] => {
  const request = refusable(bound);
  if (!request) return undecodable(bound);
  const unscoped = bound.facts.tokens['token:unscoped']
    ? [concat('Bearer ', symbol('token:unscoped'))]
    : [];
  return [
    ...withoutToken(bound),
    ...['Bearer eyJhbGciOiJub25lIn0.e30.', ...unscoped].map((value) =>
      withHeader(request, 'Authorization', value),
    ),
    ...['m2m-conformance', '0'.repeat(24)].map((id) => withUser(request, id)),
    ...inSecondLanguage(bound),
    ...undecodable(bound),
  ];
};

/**
 * The common members of the monitors of errors. A gateway may respond to unknown paths, so these
 * are skipped.
 */
export const monitored = {
  endpoints: inAuthBattery,
  probes: withoutToken,
  section,
  skips: ['off-route'],
} as const;
