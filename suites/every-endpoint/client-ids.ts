import {
  type Ask,
  type Bound,
  concat,
  type Judgement,
  type Request,
  symbol,
  withHeader,
  withoutHeader,
} from '../../engine/index.ts';

/** Under which a client, or whatever stands before the server, names a request. */
const names = ['X-Request-Id', 'X-Correlation-Id', 'Correlation-Id', 'Request-Id', 'X-Trace-Id', 'X-Response-Id'];

/** The request under names of the client's own, none of which is a UUID; others each time, so that none stands for two errors. */
function namedByClient(request: Request): Request {
  return names.reduce(
    (named, name) => withHeader(named, name, concat(`m2m-conformance:${name.toLowerCase()}:`, symbol('unique'))),
    request,
  );
}

/** Has itself refused under names of its own: whoever takes one over as the responseId has to see what it is. */
export async function refusedUnderOwnIds(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const { safety, user } = bound.endpoint;
  if (safety === 'order') return [];
  const request = namedByClient(bound.wellFormed());
  await ask('own-id-no-token', withoutHeader(request, 'Authorization'));
  if (user === 'required') await ask('own-id-no-user', withHeader(request, 'x-user-id', 'm2m-conformance'));
  return [];
}
