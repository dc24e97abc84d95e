import type { Answered } from '../../engine/index.ts';
import {
  alsoInRun,
  cacheControl,
  cause,
  directivesNamed,
  fail,
  fromOperator,
  header,
  isProper,
  isSuccess,
  monitor,
  ofHarness,
  pass,
  say,
  scenario,
  seconds,
  suite,
  unqualified,
  valueText,
  withoutQuoted,
} from '../../engine/index.ts';
import { endpoints, named } from '../endpoints.ts';
import { standard } from '../statements.ts';
import { answers } from './http-answers.ts';
import { largeInput, protocolViolations } from './http-connection.ts';
import { invalidUtf8 } from './http-encoding.ts';
import { interoperable, jsonMediaType } from './http-json.ts';
import { noServerError, transientServerError } from './server-errors.ts';
import { wellFormedOnce } from './well-formed-once.ts';

const shared = cause<{ readonly directives: readonly string[]; readonly isList: boolean }>({
  title: ({ directives: [first] }) => `${first} lets shared caches store user data`,
  expected:
    'Cache-Control with private or no-store, or without public, s-maxage and must-revalidate',
  actual: ({ directives, isList }) =>
    isList
      ? `${directives.join(', ')} without private or no-store`
      : `${directives[0]} in a Cache-Control that is not a valid list of directives`,
});

const isPrivate = named('summaries', 'notifications', 'cash', 'portfolios');
const privateRoutes = endpoints.filter(isPrivate);

export const http = suite('http', [
  jsonMediaType,
  interoperable,
  noServerError,
  transientServerError,
  monitor({
    id: 'http/private-data-not-shared',
    level: 'should',
    endpoints: alsoInRun(isPrivate),
    rule: 'Responses with user data forbid shared caches to store them.',
    section: 'RFC 9111 section 3.5',
    statement: standard['RFC 9111, section 3.5'],
    advice: [
      {
        suspect:
          'A default for all GET responses, in the framework, gateway or CDN, sets public, s-maxage or must-revalidate.',
        look: 'Exempt responses with user data from the default, and set private or no-store on them.',
      },
      {
        suspect: 'The header was copied from an endpoint whose data are the same for all users.',
        look: 'Search for the directive on this route, and replace it by private.',
      },
      {
        suspect:
          'A branch sets it: for large bodies, for a query, for repeated reads or for one user.',
        look: 'Set Cache-Control in one place for all responses of the endpoint.',
      },
    ],
    causes: { public: shared, 's-maxage': shared, 'must-revalidate': shared },
    probes: wellFormedOnce,
    // The response contains user data, whatever the query is.
    matches: (answered) =>
      isSuccess(answered) && privateRoutes.some((route) => isProper(withoutQuery(answered), route)),
    judge: judgePrivate,
  }),
  protocolViolations,
  invalidUtf8,
  answers,
  largeInput,
  scenario({
    id: 'http/tls',
    level: 'should',
    rule: 'Beyond loopback, the API and the token endpoint use https.',
    section: 'RFC 6750 section 5.3; Authentication',
    statement: standard['RFC 6750, section 5.3'],
    advice: [
      {
        suspect: 'The run is configured with an http URL.',
        look: 'Check the base URL and the token URL, and use https in both.',
      },
      {
        suspect: 'The service is published without a proxy that terminates TLS.',
        look: 'Put a proxy with a certificate in front of it, and stop publishing the http port.',
      },
    ],
    causes: {
      'clear-text': cause<{ readonly scheme: string; readonly host: string }>({
        title: 'credentials are sent in clear text',
        expected: ({ host }) => `https://${host}`,
        actual: ({ scheme, host }) => `${scheme}//${host}`,
      }),
    },
    // No server can violate it alone: the operator configures the URL.
    run: async ({ target }) => [judgeTls([target.baseUrl, target.authUrl])],
  }),
]);

function withoutQuery(answered: Answered): Answered {
  const { request } = answered;
  const [path = ''] = valueText(request.path).split('?');
  return { ...answered, request: { ...request, path } };
}

const sharing = ['public', 's-maxage', 'must-revalidate'] as const;

/**
 * A shared cache stores a response to an authorised request only if a directive allows it (RFC 9111
 * section 3.5).
 */
export function judgePrivate(answered: Answered) {
  const control = cacheControl(answered);
  if (!control) return pass();
  if (control.problem !== undefined)
    return judgeUnparsable(header(answered, 'cache-control') ?? '');
  if (directivesNamed(control, 'no-store').length > 0 || unqualified(control, 'private'))
    return pass();
  const names = control.directives
    .filter((one) => one.name !== 's-maxage' || seconds(one) !== undefined)
    .map(({ name }) => name);
  return sharedBy(names, true);
}

/** Judges an invalid list of directives by the names that a lenient cache would find in it. */
function judgeUnparsable(value: string) {
  const parts = withoutQuoted(value).split(/[,;]/);
  const names = parts.map((part) => (part.split('=')[0] ?? '').trim().toLowerCase());
  return names.includes('private') || names.includes('no-store') ? pass() : sharedBy(names, false);
}

function sharedBy(names: readonly string[], isList: boolean) {
  const found = [...new Set(names)].flatMap((name) => sharing.find((one) => one === name) ?? []);
  const [first] = found;
  return first ? fail(first, { directives: ofHarness(found), isList }) : pass();
}

export function judgeTls(urls: readonly string[]) {
  const given = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url));
  const clear = given.filter(
    ({ protocol, hostname }) => protocol !== 'https:' && !isLoopback(hostname),
  );
  const [first] = clear;
  if (first) {
    const { protocol, host } = first;
    return fail('clear-text', { scheme: fromOperator(protocol), host: fromOperator(host) });
  }
  return given.every(({ protocol }) => protocol === 'https:')
    ? pass()
    : pass(say`plain HTTP is allowed on loopback`);
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])$/i.test(
    hostname,
  );
}
