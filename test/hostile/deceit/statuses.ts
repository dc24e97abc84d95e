import type { Where } from '../../../fixtures/faults/parts/rewritten.ts';
import { type Compose, composed, override } from '../../../fixtures/reference/index.ts';
import {
  body,
  type Deceit,
  dataOf,
  doubted,
  found,
  instead,
  nowAndThen,
  refusals,
  refusalsOf,
  spared,
  status,
  theToken,
  tokenRefusals,
} from './deceit.ts';

const failed = '{"success":false,"message":"no"}';
const envelope = (code: number) =>
  `{"status":${code},"error":{"message":"","description":null},"responseId":"3f0f5f3a-6f0d-4a4c-9f0b-2f8f4f7d9a10","data":[]}`;
const cash = dataOf('cash');
const guides = dataOf('guides');
const unshown = 'no status of success is shown for this endpoint: any 2xx will do';

const lowerCase: Where = ({ status: code }, { request }) =>
  code < 300 && /^bearer /.test(request.headers.get('authorization') ?? '');
const withQuery: Where = ({ status: code }, { request, endpoint }) =>
  code < 300 && endpoint !== 'token' && request.url.includes('?');

/** Tokens beyond those that the run begins with. */
function withRenewedToken(): Compose {
  const issued: string[] = [];
  const isRenewed: Where = ({ status: code }, { request }) => {
    const used = request.headers.get('authorization') ?? '';
    return code < 300 && issued.slice(2).some((token) => used.endsWith(token));
  };
  const remembered = override('tokenAnswer', (original) => (visit, token, claims) => {
    issued.push(token);
    return original(visit, token, claims);
  });
  return composed(
    remembered,
    body(isRenewed, () => envelope(401)),
  );
}

/** What the status says, and the body denies. The faults `*-error-as-success` are of the same kind. */
export const statuses: readonly Deceit[] = [
  found(
    'guides/ok',
    '200 with an ApiError for guides',
    body(guides, () => envelope(401).replace(',"data":[]', '')),
  ),
  found(
    'guides/ok',
    '200 with an ApiError that has data, for guides',
    body(guides, () => envelope(401)),
  ),
  found(
    'cash/ok',
    '200 with an ApiError for cash',
    body(cash, () => envelope(500)),
  ),
  found('cash/ok', '201 with an ApiError for cash', instead(cash, 201, envelope(404))),
  found(
    'notifications/ok',
    '200 with an ApiError for notification settings',
    body(dataOf('notifications'), () => envelope(403)),
  ),
  found(
    'guide/fetch',
    '200 with an ApiError for one guide in two',
    body(nowAndThen(dataOf('guide'), 2), () => envelope(404)),
  ),
  found(
    'notifications/channels-present',
    '200 with success: false for notification settings',
    body(dataOf('notifications'), () => failed),
  ),
  found(
    'summaries/ok',
    '200 with success: false for summaries',
    body(dataOf('summaries'), () => failed),
  ),
  found(
    'token/issued',
    '200 with success: false for the token',
    body(theToken, () => failed),
  ),
  spared(
    'the shape of cash is not shown',
    ['cash/*', 'http/json*'],
    '200 with success: false for cash',
    body(cash, () => failed),
  ),
  spared(
    'an envelope may tell of a success',
    ['cash/*', 'errors/*'],
    '200 in an envelope with status 200',
    body(cash, () => envelope(200)),
  ),
  found('auth/missing', 'refusals are 200 with their ApiError', status(refusals, 200)),
  found('auth/missing', '401 is 200 with success: false', instead(refusalsOf(401), 200, failed)),
  found('auth/malformed', 'one refusal in five is 200', status(nowAndThen(refusalsOf(401), 5), 200)),
  found('user/malformed', '400 is 200', status(refusalsOf(400), 200)),
  found('user/malformed', 'one 400 in five is 200', status(nowAndThen(refusalsOf(400), 5), 200)),
  found('user/unknown', '404 is 200 with no data', instead(refusalsOf(404), 200, '{"data":[]}')),
  found('guide/malformed-id', 'a malformed id of a guide is 200', status(refusalsOf(400), 200)),
  found(
    'address/wrong-type',
    'an address of the wrong type is 200 with success: false',
    instead(refusalsOf(422), 200, failed),
    ['writes'],
  ),
  found('scope/guides-required', '403 is 200', status(refusalsOf(403), 200)),
  found('token/refusal-status', 'refused token requests are 200', status(tokenRefusals, 200)),
  found('errors/status-matches', '403 for a body that says 401', status(refusalsOf(401), 403)),

  spared(
    'no recipient may heed the reason (RFC 9112 section 4)',
    ['cash/*', 'http/*'],
    '200 with the reason Unauthorized',
    status(cash, 200, 'Unauthorized'),
  ),
  spared('the reason may be empty (RFC 9112 section 4)', ['cash/*', 'http/*'], 'no reason', status(cash, 200, '')),
  ...[201, 203, 206, 226, 299].flatMap((code) => [
    found('guides/ok', `${code} for guides`, status(guides, code)),
    spared(unshown, ['cash/*', 'http/*'], `${code} for cash`, status(cash, code)),
  ]),
  found('guides/ok', '204 with a body for guides', status(guides, 204)),
  spared(
    'a 204 has no content, whatever follows it (RFC 9112 section 6.3)',
    ['cash/*', 'http/json*'],
    '204 with a body for cash',
    status(cash, 204),
  ),
  found('cash/ok', '304 without a condition', status(cash, 304)),
  found('cash/ok', '303 with the data', status(cash, 303)),
  found('http/no-server-error', 'status 600', status(cash, 600)),
  found('http/no-server-error', 'refusals with status 600', status(refusals, 600)),
  found('auth/missing', 'refusals with status 304', status(refusalsOf(401), 304)),
  found('auth/missing', 'refusals with status 499', status(refusalsOf(401), 499)),
  doubted('cash/ok', 'status 000', status(cash, 0)),
  doubted('cash/ok', 'status 99', status(cash, 99)),
  doubted('cash/ok', '101 as the last word', status(cash, 101)),
  doubted('cash/ok', '103 as the last word', status(cash, 103)),
  found('token/issued', '204 for the token', status(theToken, 204)),
  spared(
    'a 2xx is what is stated for the token',
    ['token/issued', 'token/jwt'],
    '203 for the token',
    status(theToken, 203),
  ),
  found(
    'auth/scheme-case',
    'bearer is answered with 200 and an ApiError',
    body(lowerCase, () => envelope(401)),
  ),
  found(
    'robustness/unexpected-query',
    'a query is answered with 200 and an ApiError',
    body(withQuery, () => envelope(400)),
  ),
  found('token/renewal', 'a renewed token is answered with 200 and an ApiError', withRenewedToken()),
];
