import { rewritten, withLines } from '../../../fixtures/faults/parts/rewritten.ts';
import { added, type Deceit, dataOf, doubted, field, found, refusals, refusalsOf, spared, theToken } from './deceit.ts';

const cash = dataOf('cash');
const guides = dataOf('guides');
const typed = ['http/json*', 'errors/json', 'cash/ok'];
const types = (...lines: readonly string[]): Deceit[] => {
  const name = `Content-Type ${lines.map((line) => line || 'empty').join(' and ') || 'missing'}`;
  return [
    found('http/json-media-type', `${name}: cash`, field(cash, 'Content-Type', ...lines)),
    found('errors/json', `${name}: refusals`, field(refusals, 'Content-Type', ...lines)),
  ];
};
const allowedTypes = (reason: string, ...lines: readonly string[]): Deceit =>
  spared(
    reason,
    typed,
    `Content-Type ${lines.join(' and ')}`,
    field(() => true, 'Content-Type', ...lines),
  );
const lifetimes = (requirement: string, ...lines: readonly string[]): Deceit =>
  found(requirement, `guides: Cache-Control ${lines.join(' and ')}`, field(guides, 'Cache-Control', ...lines));
const allowedLifetimes = (reason: string, ...lines: readonly string[]): Deceit =>
  spared(
    reason,
    ['guides/cache*', 'guides/vary'],
    `guides: Cache-Control ${lines.join(' and ')}`,
    field(guides, 'Cache-Control', ...lines),
  );
const shared = (...lines: readonly string[]): Deceit =>
  found(
    'http/private-data-not-shared',
    `cash: Cache-Control ${lines.join(' and ')}`,
    field(cash, 'Cache-Control', ...lines),
  );
const unshared = (...lines: readonly string[]): Deceit =>
  spared(
    'the most restrictive directive counts (RFC 9111 section 4.2.1)',
    ['http/private-data-not-shared'],
    `cash: Cache-Control ${lines.join(' and ')}`,
    field(cash, 'Cache-Control', ...lines),
  );
const lengths = (...values: readonly ((length: number) => string)[]) =>
  rewritten(cash, ({ fields, body }) => ({
    fields: [...fields, ...values.map((value) => ['Content-Length', value(body.length)] as const)],
  }));
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toUTCString();
const twice = 'a sender may not, but all that are there say JSON (RFC 9110 sections 5.3 and 8.3)';

/** Header fields that contradict themselves, one another, or the body. `contradicting-fields` has faults of the same kind. */
export const fields: readonly Deceit[] = [
  ...types('application/json', 'text/html'),
  ...types('text/html', 'application/json'),
  ...types('application/json', 'nonsense'),
  ...types('application/json, text/html'),
  ...types('application/json;p="a,b", text/html'),
  ...types('text/json'),
  ...types('application/xml'),
  ...types('multipart/mixed; boundary=x'),
  ...types(''),
  ...types(),
  ...types('"application/json"'),
  ...types('application/json (a comment)'),
  ...types('application/json charset=utf-8'),
  ...types('text/html; x=application/json'),
  ...types('text/html;+json'),
  ...types('json'),
  allowedTypes(twice, 'application/json', 'application/json'),
  allowedTypes(twice, 'application/json, application/json'),
  allowedTypes(twice, 'application/json', 'application/problem+json;charset=utf-8'),
  allowedTypes('the empty one says nothing', '', 'application/json'),
  allowedTypes('a comma within quotation marks separates nothing', 'application/json;profile="a, text/html"'),
  allowedTypes(
    'white space may stand around semicolons (RFC 9110 section 5.6.6)',
    'application/json\t;\tcharset=utf-8;',
  ),
  allowedTypes('JSON has no charset, whatever it says (RFC 8259 section 11)', 'application/json;charset=utf-16'),
  allowedTypes('it is a +json type', 'application/problem+json'),
  spared(
    'no media type is stated for the token',
    ['token/*'],
    'the token as text/html and as JSON',
    field(theToken, 'Content-Type', 'text/html', 'application/json'),
  ),

  lifetimes('guides/cache-control-lifetime', 'private, max-age=1800', 'max-age=60'),
  lifetimes('guides/cache-control-lifetime', 'max-age=1800', 'no-store'),
  lifetimes('guides/cache-control-lifetime', 'x="max-age=1800"'),
  lifetimes('guides/cache-control-lifetime', 'max-age=1.8e3'),
  lifetimes('guides/cache-control-lifetime', 'max-age=+1800'),
  lifetimes('guides/cache-control-lifetime', 'max-age=1800.0'),
  lifetimes('guides/cache-control-lifetime', 'max-age=1800, s-maxage=60'),
  lifetimes('guides/cache-control-present', 'max-age = 1800'),
  lifetimes('guides/cache-control-present', 'private; max-age=1800'),
  lifetimes('guides/cache-control-present', '"max-age=1800"'),
  lifetimes('guides/cache-control-present', ''),
  lifetimes('guides/cache-control-form', 'private, max-age="1800"'),
  lifetimes('guides/cache-control-form', 's-maxage=1800'),
  allowedLifetimes('lines are one list', 'private', 'max-age=1800'),
  allowedLifetimes('said twice, and alike', 'private, max-age=1800', 'MAX-AGE=1800'),
  allowedLifetimes('a private answer is for one cache only', 'public', 'private, max-age=1800'),
  found(
    'guides/cache-control-lifetime',
    'guides: two Dates, of which the first fits',
    rewritten(guides, (answer) => {
      const dated = {
        ...answer,
        fields: [...withLines(answer, 'Date', ago(30), ago(0)), ['Expires', ago(0)] as const],
      };
      return { fields: withLines(dated, 'Cache-Control', 'private') };
    }),
  ),
  shared('x="no-store", public'),
  shared('public, private="set-cookie"'),
  shared('=, public'),
  shared('public; max-age=60'),
  unshared('public, private'),
  unshared('public', 'no-store'),
  unshared('public; private'),
  found('guides/vary', 'Vary in quotation marks', field(guides, 'Vary', '"x-user-id"')),
  found('guides/vary', 'Vary by a longer name', field(guides, 'Vary', 'x-user-id2', 'Accept')),
  spared(
    'lines are one list, names have no case',
    ['guides/vary'],
    'Vary twice',
    field(guides, 'Vary', 'Accept', 'X-USER-ID'),
  ),
  found('token/no-store', 'no-store in quotation marks', field(theToken, 'Cache-Control', 'x="a, no-store, b"')),
  found(
    'token/no-store',
    'no-store with an open quotation mark before it',
    field(theToken, 'Cache-Control', 'x="a, no-store'),
  ),
  spared(
    'lines are one list',
    ['token/no-store'],
    'no-store in a second line',
    field(theToken, 'Cache-Control', 'no-cache="a,b"', 'No-Store'),
  ),
  found('token/expiry-claim', 'two Dates, and expires_in fits neither', (parts) =>
    added(theToken, ['Date', ago(1)])({
      ...parts,
      tokenAnswer: (...given) => ({ ...parts.tokenAnswer(...given), expires_in: 7_200 }),
    }),
  ),
  ...['', ' ', ',', '""', '="x"'].map((value) =>
    found(
      'auth/challenge',
      `WWW-Authenticate ${JSON.stringify(value)}`,
      field(refusalsOf(401), 'WWW-Authenticate', value),
    ),
  ),
  spared(
    'a list may have several lines and empty elements',
    ['auth/challenge'],
    'WWW-Authenticate twice',
    field(refusalsOf(401), 'WWW-Authenticate', ', Basic realm="x, y"', 'Bearer'),
  ),

  doubted(
    'cash/ok',
    'two Content-Lengths that differ',
    lengths(String, () => '5'),
  ),
  found(
    'http/json-media-type',
    'a Content-Length that cuts the body',
    lengths(() => '5'),
  ),
  doubted(
    'cash/ok',
    'a Content-Length beyond the body',
    lengths((length) => String(length + 5)),
  ),
  spared(
    'a recipient may take equal ones (RFC 9112 section 6.3)',
    ['cash/*', 'http/json*'],
    'two equal Content-Lengths',
    lengths(String, String),
  ),
  spared(
    'Transfer-Encoding counts (RFC 9112 section 6.3)',
    ['cash/*', 'http/json*'],
    'chunks and a Content-Length',
    rewritten(cash, ({ fields: own, body }) => ({
      fields: [...own, ['Transfer-Encoding', 'chunked'], ['Content-Length', '5']],
      body: `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    })),
  ),
  found('http/json-media-type', 'an unknown Content-Encoding: cash', added(cash, ['Content-Encoding', 'x-nothing'])),
  found('errors/json', 'an unknown Content-Encoding: refusals', added(refusals, ['Content-Encoding', 'x-nothing'])),
  found('http/json-media-type', 'gzip is said, and not done', added(cash, ['Content-Encoding', 'gzip'])),
  spared(
    'it changes nothing',
    typed,
    'Content-Encoding identity',
    added(() => true, ['Content-Encoding', 'identity'], ['content-encoding', '']),
  ),
  spared(
    'a folded line is one with a space in it (RFC 9112 section 5.2)',
    typed,
    'a folded Content-Type',
    field(cash, 'Content-Type', 'application/json;\r\n charset=utf-8'),
  ),
  doubted(
    'cash/ok',
    'a space before the colon',
    rewritten(cash, (answer) => ({
      fields: [...withLines(answer, 'Content-Type'), ['Content-Type ', 'application/json']],
    })),
  ),
  spared(
    'names have no case',
    typed,
    'names in capitals',
    rewritten(
      () => true,
      ({ fields: own }) => ({ fields: own.map(([name, value]) => [name.toUpperCase(), value] as const) }),
    ),
  ),
];
