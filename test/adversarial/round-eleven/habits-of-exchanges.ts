import { randomBytes } from 'node:crypto';
import { HttpException } from './exceptions.ts';
import { type NamedHabit, named } from './habit.ts';
import { type Answer, answer, type Exchange, type Json } from './messages.ts';

const headers = (more: Record<string, string | string[]>) => ({
  answer: (result: Answer) => {
    Object.assign(result.headers, more);
  },
});
const isGuides = ({ path }: Exchange) => path === '/learn/learning-guides';
const onGuides = (cacheControl: string) => ({
  answer: (result: Answer, exchange: Exchange) => {
    if (isGuides(exchange) && result.status === 200) result.headers['cache-control'] = cacheControl;
  },
});
const errors = (change: (body: { status: number; error: Json; responseId: string }) => void) => ({
  refused: (result: Answer) => change(result.body as { status: number; error: Json; responseId: string }),
});
const versionSix = () => {
  const digits = randomBytes(16).toString('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-6${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20)}`;
};
const moved = (from: (thrown: HttpException) => boolean, status: number) => ({
  refused: (result: Answer, exchange: Exchange, thrown: unknown) => {
    if (!(thrown instanceof HttpException) || !from(thrown) || exchange.path === '/daily-summaries') return;
    result.status = status;
    (result.body as Json)['status'] = status;
  },
});
const shed = (when: (exchange: Exchange) => boolean, make: () => Answer) => ({
  before: (exchange: Exchange) => (when(exchange) ? make() : undefined),
});
const busy = (body: unknown, status: number): Answer => ({ status, headers: { 'retry-after': '1' }, body });

export const exchangeHabits: readonly NamedHabit[] = [
  named('lifetime-with-leading-zeros', 'The lifetime of the listing is written 0001800', () =>
    onGuides('max-age=0001800'),
  ),
  named('not-found-may-be-kept', 'That a guide does not exist may be remembered for a minute', () => ({
    answer: (result) => {
      if (result.status === 404) result.headers['cache-control'] = 'private, max-age=60';
    },
  })),
  named('address-already-reported', 'An address update is answered with 208', () => ({
    updated: () => answer({ state: 'reported' }, 208),
  })),
  named(
    'address-answered-with-its-errors',
    'An address update is answered with the list of its errors, which is empty',
    () => ({
      updated: () => answer([]),
    }),
  ),
  named('order-answered-with-an-empty-text', 'An order is answered with an empty JSON text', () => ({
    ordered: () => answer('', 202),
  })),
  named('unknown-users-have-to-pay', 'An unknown user is 402 everywhere but on daily summaries', () =>
    moved(({ kind }) => kind === 'user', 402),
  ),
  named('refusals-end-the-connection', 'A refusal ends its connection, a success does not', () => ({
    refused: (result) => {
      result.headers['connection'] = 'close';
    },
  })),
  named('descriptions-of-errors-are-long', 'Descriptions of errors have three thousand characters', () =>
    errors((body) => {
      body.error['description'] = 'Please read on. '.repeat(190);
    }),
  ),
  named('errors-nest-errors', 'Errors hold the errors that caused them, which have other forms', () =>
    errors((body) => {
      body.error['cause'] = { status: 'unknown', error: 'text', responseId: 0, error_list: [null] };
    }),
  ),
  named('errors-of-a-vendor-type', 'Errors are application/vnd.error+json with a version', () => ({
    refused: (result) => {
      result.headers['content-type'] = 'application/vnd.error+json;v=2';
    },
  })),
  named('response-ids-of-version-6', 'Response ids are UUIDs of version 6', () =>
    errors((body) => {
      body.responseId = versionSix();
    }),
  ),
  named('successes-challenge-too', 'Successes say as well how to authenticate', () =>
    headers({ 'www-authenticate': 'Bearer realm="anlage", scope="service:nbg"' }),
  ),
  named(
    'token-header-tells-much',
    'The header of tokens has a dozen private members, lists and objects among them',
    () => ({
      jose: { cty: 'anlage', env: { name: 'sandbox' }, list: [1, null], ver: 2.5, region: '', flag: false },
    }),
  ),
  named(
    'token-comes-with-others',
    'The token answer has a refresh token, an id token and the moment of expiry',
    () => ({
      token: (body) => ({
        refresh_token: 'r.e.f',
        id_token: 'a.b.c',
        ...body,
        expires_at: '2099-01-01',
        not_before: 0,
      }),
    }),
  ),
  named('token-refused-with-a-number', 'The token endpoint refuses with 403 and a bare number as JSON', () => ({
    tokenRefusal: (result) => {
      Object.assign(result, { status: 403, body: 7 });
    },
  })),
  named('scopes-between-addresses', 'Granted scopes stand among scopes that are addresses with colons', () => ({
    token: (body) => ({ ...body, scope: `https://anlage.example/all:read ${String(body['scope'])} urn:x:service` }),
  })),
  named('white-space-before-json', 'Two thousand spaces come before each JSON text', () => ({
    json: (body) => `${' '.repeat(2_000)}${JSON.stringify(body)}`,
  })),
  named('json-text-ends-in-blank-lines', 'Fifty blank lines follow each JSON text', () => ({
    json: (body) => `${JSON.stringify(body)}${'\r\n'.repeat(50)}`,
  })),
  named('first-bytes-come-singly', 'The first thirty bytes of a body come in a chunk each', () => ({
    write: (response, text) => {
      const bytes = Buffer.from(text);
      if (bytes.length < 60) return void response.end(bytes);
      for (let at = 0; at < 30; at += 1) response.write(bytes.subarray(at, at + 1));
      response.end(bytes.subarray(30));
    },
  })),
  named('content-location-elsewhere', 'Answers name another address as their Content-Location', () =>
    headers({ 'content-location': 'https://mirror.anlage.example/v9/me?of=today' }),
  ),
  named('answers-are-traced', 'Answers carry the context of a trace', () =>
    headers({ traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', tracestate: 'a=b,c=d' }),
  ),
  named('ranges-are-offered', 'Answers offer ranges and kinds of patches', () =>
    headers({ 'accept-ranges': 'bytes', 'accept-patch': 'application/merge-patch+json', allow: 'GET, PATCH' }),
  ),
  named('answers-ask-to-be-refreshed', 'Answers have a Refresh field and a policy of contents', () =>
    headers({ refresh: '1800', 'content-security-policy': "default-src 'none'", 'x-robots-tag': 'noindex' }),
  ),
  named('windows-of-maintenance', 'Every four seconds all is 503 for a seventh of a second', () =>
    shed(
      () => Date.now() % 4_000 < 150,
      () => busy({ maintenance: true }, 503),
    ),
  ),
  named('shed-with-an-empty-list', 'Every nineteenth request is a 429 with an empty list', () => {
    let served = 0;
    return shed(
      () => ++served % 19 === 0,
      () => busy([], 429),
    );
  }),
];
