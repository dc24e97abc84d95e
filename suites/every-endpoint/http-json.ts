import {
  type Advice,
  type Answered,
  type Bound,
  cause,
  fail,
  fromTarget,
  hazards,
  inconclusive,
  isAsWritten,
  isCutOff,
  isJsonMediaType,
  isSuccess,
  json,
  jsonFault,
  mediaType,
  monitor,
  parsedJson,
  pass,
  readableEndpoint,
  uncountedBytes,
  whyNoJson,
} from '../../engine/index.ts';
import { readDifferently } from '../../fixtures/malformed/odd-body.ts';
import { inAuthBattery } from '../endpoints.ts';
import { expecting } from '../refusals.ts';
import { spec, standard } from '../statements.ts';

/** Gives a monitor a response to judge. */
export const wellFormedOnce = (bound: Bound) =>
  bound.endpoint.name === readableEndpoint(bound) ? [bound.wellFormed()] : [];

interface Fault {
  readonly fault: string;
}
interface CutOff {
  /** How many bytes a server that counts characters does not send. */
  uncounted: number;
}

const noJson = expecting<Fault>(
  'a JSON body in UTF-8',
  ({ fault }, response) => `${response}; ${fault}`,
);
const prefix: Advice<{ isPrefixed?: boolean }> = {
  suspect: "A prefix against scripts that include the JSON, such as )]}', is written before it.",
  look: 'Switch the prefix off for this API.',
  when: [({ isPrefixed }) => isPrefixed === true],
};
const byHand: Advice = {
  suspect: 'The JSON is built by hand, by a template or with lenient options.',
  look: 'Serialise with a JSON library, and encode the body in UTF-8.',
  when: ['!HTML'],
};
const proxy: Advice = {
  suspect: 'A proxy or a filter changes the body or its headers, or stops in the middle.',
  look: 'Compare the bytes at the service with those at the client, and check Content-Length.',
  when: ['proxy'],
};

export const jsonMediaType = monitor({
  id: 'http/json-media-type',
  level: 'must',
  endpoints: inAuthBattery,
  rule: 'A successful response with content is valid JSON in UTF-8 and has a JSON media type.',
  section: 'What the service does: an HTTP/JSON API; RFC 8259 section 8.1',
  statement: spec.service,
  causes: {
    'invalid-utf-8': noJson('a response is not valid UTF-8', byHand, proxy),
    'cut-off': noJson<CutOff>(
      'the JSON of a response is cut off',
      {
        suspect: 'Content-Length counts characters, so text that is not ASCII loses its end.',
        look: 'Count the encoded bytes, as Buffer.byteLength does, or let the framework do it.',
        when: [({ uncounted }) => uncounted > 0 || undefined],
      },
      { ...proxy, when: ['proxy', ({ uncounted }) => (uncounted > 0 ? false : undefined)] },
    ),
    'not-json': noJson<{ isPrefixed?: boolean }>(
      'a response is not JSON',
      prefix,
      byHand,
      {
        suspect: 'The endpoint offers another format, such as CSV, JSONP or a stream of lines.',
        look: 'Make JSON the default format, and use others only if Accept names them.',
        when: ['not labelled JSON'],
      },
      proxy,
    ),
    'media-type': cause<{ isLabelled: boolean }>({
      title: 'JSON is sent with the wrong media type',
      expected: 'Content-Type: application/json',
      actual: ({ isLabelled }, response) =>
        isLabelled ? response : `no Content-Type; ${response}`,
      advice: [
        {
          suspect: 'The handler writes text or bytes, with no, two or a default Content-Type.',
          look: 'Return an object to the framework, or set Content-Type once.',
        },
        proxy,
      ],
    }),
  },
  probes: wellFormedOnce,
  // The requirement that sent it reports if it is served.
  skips: ['off-route'],
  // The response to OPTIONS contains no data.
  matches: (answered) =>
    answered.request.origin === 'api' &&
    answered.request.method !== 'OPTIONS' &&
    isSuccess(answered) &&
    answered.answer.body.size > 0,
  judge: judgeJsonMediaType,
});

export function judgeJsonMediaType(answered: Answered) {
  const type = mediaType(answered);
  const parsed = json(answered);
  if ('error' in parsed && !parsed.unread) {
    const fault = fromTarget(jsonFault(answered));
    if (isCutOff(answered)) return fail('cut-off', { fault, uncounted: uncountedBytes(answered) });
    const { text } = answered.answer.body;
    return text === undefined
      ? fail('invalid-utf-8', { fault })
      : fail('not-json', { fault, isPrefixed: isJsonAfterPrefix(text) });
  }
  if (isJsonMediaType(type)) return 'error' in parsed ? inconclusive(whyNoJson(parsed)) : pass();
  return fail('media-type', { isLabelled: type !== undefined });
}

/** Whether something without brackets to open stands before JSON. */
function isJsonAfterPrefix(text: string) {
  const begin = text.search(/[{[]/);
  if (begin < 0 || text.slice(0, begin).trim() === '') return false;
  return parsedJson(text.slice(begin)) !== undefined;
}

const read = (title: string, suspect: string, look: string) =>
  cause<{ places: readonly string[] }>({
    title,
    expected: 'JSON that every parser reads the same way (RFC 8259)',
    actual: ({ places }) => places.join('; '),
    advice: [{ suspect, look }],
  });

export const interoperable = monitor({
  id: 'http/json-interoperable',
  level: 'should',
  endpoints: () => true,
  rule:
    'JSON bodies have no byte order mark, no duplicate members and no numbers beyond double ' +
    'precision.',
  section: 'RFC 8259 sections 4, 6 and 8.1',
  statement: standard['RFC 8259, section 8.1, byte order mark'],
  causes: {
    'duplicate-member': read(
      'JSON with a duplicate member',
      'Two layers write the same member, such as a base class and its subclass.',
      'Remove one of the places that write it.',
    ),
    'inexact-number': read(
      'JSON with a number beyond double precision',
      'Numbers are 64-bit integers or decimals with more digits than a double has.',
      'Send such values as strings, or round them.',
    ),
    'byte-order-mark': read(
      'JSON with a byte order mark',
      'The encoder writes one, a default of some UTF-8 encoders.',
      'Choose the UTF-8 encoding without a byte order mark.',
    ),
  },
  probes: wellFormedOnce,
  // A response may repeat the odd numbers of the run.
  skips: ['odd-body', 'off-route'],
  matches: (answered) =>
    answered.request.origin !== 'jwks' &&
    answered.answer.body.size > 0 &&
    'value' in json(answered),
  judge: (answered) => {
    const parsed = json(answered);
    const text = answered.answer.body.text ?? '';
    // A quick test that most responses pass.
    if ('value' in parsed && isAsWritten(text, parsed.value)) return pass();
    const found = hazards(text, readDifferently);
    const [first] = found;
    if (!first) return pass();
    const places = found.map(({ pointer, detail }) => `${pointer || 'the body'}: ${detail}`);
    return fail(first.kind, { places: fromTarget(places) });
  },
});
