import type { Answered, Judgement } from '../../engine/index.ts';
import {
  alsoInRun,
  cacheControl,
  directivesNamed,
  failed,
  hazards,
  header,
  inconclusive,
  isAsWritten,
  isCutOff,
  isJsonMediaType,
  isProper,
  isSuccess,
  json,
  jsonFault,
  mediaType,
  monitor,
  pass,
  scenario,
  seconds,
  suite,
  unqualified,
  valueText,
  whyNoJson,
  withoutQuoted,
} from '../../engine/index.ts';
import { readDifferently } from '../../fixtures/malformed/odd-body.ts';
import { endpoints, inAuthBattery, named } from '../endpoints.ts';
import { spec, standard } from '../statements.ts';
import { answers } from './http-answers.ts';
import { largeInput, protocolViolations } from './http-connection.ts';
import { invalidUtf8 } from './http-encoding.ts';
import { noServerError, transientServerError } from './server-errors.ts';
import { wellFormedOnce } from './well-formed-once.ts';

const isPrivate = named('summaries', 'notifications', 'cash', 'portfolios');
const privateRoutes = endpoints.filter(isPrivate);

export const http = suite('http', [
  monitor({
    id: 'http/json-media-type',
    level: 'must',
    endpoints: inAuthBattery,
    rule: 'A successful response with content is valid JSON in UTF-8 and has a JSON media type.',
    section: 'What the service does: an HTTP/JSON API; RFC 8259 section 8.1',
    statement: spec.service,
    advice: [
      {
        suspect:
          'Content-Length counts characters instead of bytes, so text that is not ASCII loses its end.',
        look: 'Compute the length from the encoded bytes, such as Buffer.byteLength, or let the framework set it.',
        when: ['cut off', '!HTML', '!not labelled JSON'],
      },
      {
        suspect:
          'Content-Type is missing, sent twice or a default, because the handler writes text or bytes itself.',
        look: 'Return an object to the framework, or set Content-Type: application/json once where the body is written.',
        when: ['not labelled JSON', '!cut off'],
      },
      {
        suspect:
          'The JSON is built by hand, by a template or with lenient options, so escapes, numbers or the encoding are wrong.',
        look: 'Serialise with a JSON library, refuse NaN and Infinity, and encode the body in UTF-8.',
        when: ['!cut off', '!HTML'],
      },
      {
        suspect: 'The endpoint offers another format, such as CSV, JSONP or a stream of lines.',
        look: 'Make JSON the default format, and use others only if Accept names them.',
        when: ['not labelled JSON', '!cut off'],
      },
      {
        suspect:
          'A proxy or a filter changes the body or its headers, or stops in the middle of the body.',
        look: 'Compare the bytes at the service with those at the client, and check Content-Length and Content-Encoding.',
        when: ['cut off', 'proxy', '!more bytes than characters'],
      },
    ],
    brokenBy: ['guides-as-html-type', 'portfolios-as-text-json', 'settings-in-latin1'],
    probes: wellFormedOnce,
    // If a request to no endpoint is served, the requirement that sent it reports that.
    skips: ['off-route'],
    // The response to OPTIONS contains no data.
    matches: (answered) =>
      answered.request.origin === 'api' &&
      answered.request.method !== 'OPTIONS' &&
      isSuccess(answered) &&
      answered.answer.body.size > 0,
    judge: judgeJsonMediaType,
  }),
  monitor({
    id: 'http/json-interoperable',
    level: 'should',
    endpoints: () => true,
    rule: 'JSON bodies have no byte order mark, no duplicate members and no numbers beyond double precision.',
    section: 'RFC 8259 sections 4, 6 and 8.1',
    statement: standard['RFC 8259, section 8.1, byte order mark'],
    advice: [
      {
        suspect:
          'Two layers write the same member: a base class and its subclass, or the code and a mapper.',
        look: 'Search the raw body for the member, and remove one of the places that write it.',
      },
      {
        suspect: 'Numbers are 64-bit integers or decimals with more digits than a double has.',
        look: 'Send such values as strings, or round them where the unit allows it.',
      },
      {
        suspect: 'The encoder writes a byte order mark, a default of some UTF-8 encoders.',
        look: 'Choose the UTF-8 encoding without a byte order mark.',
      },
    ],
    brokenBy: ['bom-before-json', 'duplicate-members', 'number-beyond-double-precision'],
    probes: wellFormedOnce,
    // The run itself sends odd numbers, which a response may repeat.
    skips: ['odd-body', 'off-route'],
    matches: (answered) =>
      answered.request.origin !== 'jwks' &&
      answered.answer.body.size > 0 &&
      'value' in json(answered),
    judge: (answered) => {
      const { body, status } = answered.answer;
      const parsed = json(answered);
      const text = body.text ?? '';
      // A quick test that most responses pass.
      if ('value' in parsed && isAsWritten(text, parsed.value)) return pass();
      const found = hazards(text, readDifferently);
      const [first] = found;
      if (!first) return pass();
      const places = found.map(({ pointer, detail }) => `${pointer || 'the body'}: ${detail}`);
      const expected = 'JSON that every parser reads the same way (RFC 8259)';
      return failed(`JSON with a ${first.kind}`, expected, `${status} with ${places.join('; ')}`);
    },
  }),
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
    brokenBy: ['summaries-public', 'cash-for-shared-caches', 'portfolios-must-revalidate'],
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
    // No server can violate it alone: the operator configures the URL.
    brokenBy: [],
    run: async ({ target }) => [judgeTls([target.baseUrl, target.authUrl])],
  }),
]);

export function judgeJsonMediaType(answered: Answered): Judgement {
  const { status, body } = answered.answer;
  const type = mediaType(answered);
  const parsed = json(answered);
  const named = type === undefined ? 'no Content-Type' : `Content-Type ${type}`;
  if ('error' in parsed && !parsed.unread) {
    const broken = isCutOff(answered)
      ? 'the JSON of a response is cut off'
      : 'a response is not JSON';
    const cause = body.text === undefined ? 'a response is not valid UTF-8' : broken;
    return failed(cause, 'a JSON body in UTF-8', `${status} with ${named}; ${jsonFault(answered)}`);
  }
  if (isJsonMediaType(type)) return 'error' in parsed ? inconclusive(whyNoJson(parsed)) : pass();
  return failed(
    'JSON is sent with the wrong media type',
    'Content-Type: application/json',
    `${status} with ${named}`,
  );
}

function withoutQuery(answered: Answered): Answered {
  const { request } = answered;
  const [path = ''] = valueText(request.path).split('?');
  return { ...answered, request: { ...request, path } };
}

/**
 * A shared cache stores a response to an authorised request only if a directive allows it (RFC 9111
 * section 3.5).
 */
export function judgePrivate(answered: Answered): Judgement {
  const control = cacheControl(answered);
  if (!control) return pass();
  if (control.problem !== undefined)
    return judgeUnparsable(header(answered, 'cache-control') ?? '');
  if (directivesNamed(control, 'no-store').length > 0 || unqualified(control, 'private'))
    return pass();
  const names = control.directives.flatMap((directive) => {
    const { name } = directive;
    if (name === 's-maxage') return seconds(directive) === undefined ? [] : [name];
    return name === 'public' || name === 'must-revalidate' ? [name] : [];
  });
  const [first] = names;
  return first
    ? sharing(first, `${[...new Set(names)].join(', ')} without private or no-store`)
    : pass();
}

const unshared =
  'Cache-Control with private or no-store, or without public, s-maxage and must-revalidate';
const sharing = (directive: string, actual: string) =>
  failed(`${directive} lets shared caches store user data`, unshared, actual);

/** Judges an invalid list of directives by the names that a lenient cache would find in it. */
function judgeUnparsable(value: string): Judgement {
  const parts = withoutQuoted(value).split(/[,;]/);
  const names = parts.map((part) => (part.split('=')[0] ?? '').trim().toLowerCase());
  const first = names.find((name) => ['public', 's-maxage', 'must-revalidate'].includes(name));
  if (first === undefined || names.includes('private') || names.includes('no-store')) return pass();
  return sharing(first, `${first} in a Cache-Control that is not a valid list of directives`);
}

export function judgeTls(urls: readonly string[]): Judgement {
  const given = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url));
  const clear = given.filter(
    ({ protocol, hostname }) => protocol !== 'https:' && !isLoopback(hostname),
  );
  const [first] = clear;
  if (first) {
    return failed(
      'credentials are sent in clear text',
      `https://${first.host}`,
      `${first.protocol}//${first.host}`,
    );
  }
  return given.every(({ protocol }) => protocol === 'https:')
    ? pass()
    : pass('plain HTTP is allowed on loopback');
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])$/i.test(
    hostname,
  );
}
