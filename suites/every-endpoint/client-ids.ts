import type { Ask, Bound, NoViolation, Request } from '../../engine/index.ts';
import { concat, symbol, withHeader, withoutHeader, withUser } from '../../engine/index.ts';

/** Headers in which a client or a gateway names a request. */
const names = [
  'X-Request-Id',
  'X-Correlation-Id',
  'Correlation-Id',
  'Request-Id',
  'X-Trace-Id',
  'X-Response-Id',
];

/**
 * Adds ids that the client chose. None is a UUID. Each request has different ones, so that no two
 * errors share one.
 */
function namedByClient(request: Request): Request {
  return names.reduce(
    (named, name) =>
      withHeader(named, name, concat(`m2m-conformance:${name.toLowerCase()}:`, symbol('unique'))),
    request,
  );
}

/**
 * Provokes refusals of requests with such ids. A server that copies an id into the responseId must
 * check its form.
 */
export async function refusedUnderOwnIds(bound: Bound, ask: Ask): Promise<readonly NoViolation[]> {
  const { safety, user } = bound.endpoint;
  if (safety === 'order') return [];
  const request = namedByClient(bound.wellFormed());
  await ask('own-id-no-token', withoutHeader(request, 'Authorization'));
  if (user === 'required') await ask('own-id-no-user', withUser(request, 'm2m-conformance'));
  return [];
}
