import { createHash } from 'node:crypto';
import { type Endpoint, wellFormed } from '../catalogue/index.ts';
import { type Key, keyText, type Request, valueText } from '../exchange/index.ts';

export type TraceContext = Readonly<{
  traceId: string;
  /** Version 00, trace id, parent id, sampled. */
  traceparent: string;
}>;

export type Tracing = (key: Key, request: Request) => TraceContext | undefined;

/** Other headers are under test. The ids follow from run and key, so each attempt has its own. */
export function tracing(runId: string, endpoints: readonly Endpoint[]): Tracing {
  const ordinary = new Set(
    endpoints.flatMap((endpoint) => {
      const request = wellFormed(endpoint, undefined);
      return [fieldsAt(endpoint.id, request), fieldsAt(placeOf(request), request)];
    }),
  );
  return (key, request) => {
    const isOrdinary = [key.endpoint, placeOf(request)].some((place) =>
      ordinary.has(fieldsAt(place, request)),
    );
    return isOrdinary && request.wire === 'http' ? traceContext(runId, key) : undefined;
  };
}

function traceContext(runId: string, key: Key) {
  const hash = createHash('sha256').update(`${runId}\n${keyText(key)}`);
  const digest = hash.digest('hex');
  const traceId = digest.slice(0, 32);
  return { traceId, traceparent: `00-${traceId}-${digest.slice(32, 48)}-01` };
}

const placeOf = ({ method, path }: Request) => `${method} ${valueText(path).split('?', 1)[0]}`;

const fieldsAt = (place: string, { origin, headers }: Request) =>
  [
    origin,
    place,
    ...headers.map(([name, value]) => `${name}: ${asFirstUser(valueText(value))}`),
  ].join('\n');

const asFirstUser = (text: string) => (text === '{{user:second}}' ? '{{user:first}}' : text);
