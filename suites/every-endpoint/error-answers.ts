import {
  type Answered,
  isApiError,
  isLoadShedding,
  pieces,
  type Request,
  valueText,
} from '../../engine/index.ts';
import { withoutToken } from '../../fixtures/malformed/refused-requests.ts';
import { inAuthBattery } from '../endpoints.ts';

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

/** A gateway may respond to unknown paths. */
export const monitored = {
  endpoints: inAuthBattery,
  probes: withoutToken,
  section,
  skips: ['off-route'],
} as const;
