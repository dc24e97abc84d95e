import {
  type Answered,
  type Bound,
  concat,
  forSecond,
  isApiError,
  isLoadShedding,
  pieces,
  type Request,
  readableEndpoint,
  symbol,
  valueText,
  wholeRun,
  withHeader,
  withoutHeader,
  withUser,
} from '../../engine/index.ts';
import { notUtf8 } from '../../fixtures/malformed/guide-id.ts';
import { unknownIds } from '../../fixtures/malformed/unknown-guide.ts';
import { inAuthBattery } from '../endpoints.ts';
import { withId } from '../learn/listing.ts';

export const section = 'Errors; Resources: ApiError';

export const hasForeignBytes = ({ headers }: Request) =>
  headers
    .flatMap(([, value]) => pieces(value))
    .some((piece) => {
      if (typeof piece === 'string') return /[^ -~]/.test(piece);
      if (piece instanceof Uint8Array) return piece.some((byte) => byte > 0x7e || byte < 0x20);
      // The name of a forgery shows its bytes.
      return /fullwidth|homoglyph|%[89a-f][0-9a-f]/i.test(piece.forge ?? '');
    });

/** No URI (RFC 3986 section 2.1), or an encoded control character. The HTTP layer may refuse it. */
export const hasMalformedTarget = ({ path }: Request) =>
  /%(?![\da-f]{2})|%[01][\da-f]|%7f|%c2%[89][\da-f]|\p{Cc}/iu.test(valueText(path));

const mayBeOfTheHttpLayer = ({ request, answer }: Answered) =>
  answer.status === 400 &&
  (request.wire === 'raw' || hasForeignBytes(request) || hasMalformedTarget(request));

export function isApiAnswer(answered: Answered) {
  const { request, answer } = answered;
  return (
    answer.status >= 400 &&
    request.origin === 'api' &&
    !isLoadShedding(answered) &&
    ![413, 414, 431].includes(answer.status) &&
    // HEAD has no content (RFC 9110 section 9.3.2), and a gateway may respond to OPTIONS.
    !['HEAD', 'OPTIONS'].includes(request.method) &&
    !mayBeOfTheHttpLayer(answered)
  );
}

export const isWordedInItsPlace = (answered: Answered) =>
  answered.request.origin === 'api' && mayBeOfTheHttpLayer(answered) && isApiError(answered);

/** A request whose refusals can be judged even if no other requirement runs. */
function refusable(bound: Bound) {
  const name = readableEndpoint(bound);
  const isOwn = bound.endpoint.name === name || bound.endpoint.id === wholeRun;
  return name !== undefined && isOwn ? bound.wellFormed(name) : undefined;
}

/** For the first readable endpoint and the whole run. */
export function withoutToken(bound: Bound) {
  const request = refusable(bound);
  return request ? [withoutHeader(request, 'Authorization')] : [];
}

/** Path parameters that are not UTF-8. guide/malformed-id sends those of the guide. */
function undecodable({ endpoint, wellFormed }: Bound) {
  const at = endpoint.path.split('/').findIndex((segment) => segment.includes('{'));
  if (at < 0 || endpoint.safety !== 'read' || endpoint.name === 'guide') return [];
  const request = wellFormed();
  const path = valueText(request.path).split('/');
  return notUtf8.map((bytes) => ({ ...request, path: path.with(at, bytes).join('/') }));
}

/** Errors for unknown guides may be localised. */
function inSecondLanguage(bound: Bound) {
  const [unknown] = unknownIds(bound);
  if (!refusable(bound) || !bound.covers('guide') || !unknown) return [];
  return [unknown.id, 'm2m-conformance'].map((id) => forSecond(withId(bound, id)));
}

export function refusals(bound: Bound) {
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
}

/** A gateway may respond to unknown paths. */
export const monitored = {
  endpoints: inAuthBattery,
  probes: withoutToken,
  section,
  skips: ['off-route'],
} as const;
