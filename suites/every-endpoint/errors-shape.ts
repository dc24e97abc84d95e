import {
  type Answered,
  type Ask,
  type Bound,
  cause,
  conforms,
  elsewhereInWords,
  fail,
  failAtMember,
  fromTarget,
  inconclusive,
  isCutOff,
  isJsonMediaType,
  type Json,
  json,
  jsonFault,
  jsonObject,
  mediaType,
  monitor,
  pass,
  problems,
  type Request,
  shown,
  wholeElsewhere,
  whyNoJson,
  withBody,
  withHeader,
  withoutHeader,
  withUser,
  wrongMembers,
} from '../../engine/index.ts';
import { withId } from '../../fixtures/malformed/guide-id.ts';
import { refusals } from '../../fixtures/malformed/refused-requests.ts';
import apiError from '../../schemas/api-error.schema.json' with { type: 'json' };
import { ifMessageInList, unlessMessageInList, why } from '../advice.ts';
import { expecting } from '../refusals.ts';
import { spec } from '../statements.ts';
import { isApiAnswer, monitored } from './error-answers.ts';
import { messageOf } from './not-found-message.ts';

const expected = 'an ApiError as application/json';
const noJson = expecting<{ fault: string }>(
  expected,
  ({ fault }, response) => `${response}; ${fault}`,
);

export const isJsonError = monitor({
  ...monitored,
  id: 'errors/json',
  statement: spec.apiError,
  advice: [
    why.defaultHandler,
    {
      suspect: 'The Content-Type of the error is a default or follows Accept.',
      look: 'Set Content-Type: application/json wherever an error is written.',
      when: ['not labelled JSON', '!HTML', '!cut off'],
    },
    {
      suspect: 'The JSON is written by hand, or a later stage cuts, wraps or continues the body.',
      look: 'Serialise errors with the JSON library, and let no filter change them.',
      when: ['cut off', '!HTML'],
    },
    why.ownErrorPath,
  ],
  causes: {
    'no-body': { title: 'an error has no body', expected },
    'media-type': cause<{ mediaType: string }>({
      title: 'a JSON error has the wrong media type',
      expected,
      actual: ({ mediaType }, response) =>
        `${mediaType === '' ? 'no Content-Type' : `Content-Type ${mediaType}`}: ${response}`,
    }),
    'cut-off': noJson('the JSON of an error is cut off'),
    'not-json': noJson('an error is not JSON'),
    html: noJson('an error is an HTML page'),
  },
  level: 'must',
  sameDefectAs: ['cash/ok', 'portfolios/ok', 'insights/ok'],
  rule: 'The body of an error is JSON with a JSON media type.',
  probes: refusals,
  probing: askForAnything,
  matches: isApiAnswer,
  judge: judgeJsonError,
});

export function judgeJsonError(answered: Answered) {
  const type = mediaType(answered);
  const parsed = json(answered);
  if (isJsonMediaType(type)) {
    if ('value' in parsed) return pass();
    if (parsed.unread) return inconclusive(whyNoJson(parsed));
  }
  if (answered.answer.body.size === 0) return fail('no-body');
  if ('value' in parsed || parsed.unread)
    return fail('media-type', { mediaType: fromTarget(type ?? '') });
  const fault = fromTarget(jsonFault(answered));
  if (type === 'text/html') return fail('html', { fault });
  return isCutOff(answered) ? fail('cut-off', { fault }) : fail('not-json', { fault });
}

/** No preference. curl, Go and fetch in browsers send the second. */
const accepting = {
  none: (request: Request) => withoutHeader(request, 'Accept'),
  any: (request: Request) => withHeader(request, 'Accept', '*/*'),
};

export async function askForAnything(bound: Bound, ask: Ask) {
  for (const [step, as] of Object.entries(accepting)) {
    for (const [name, request] of plainRequests(bound))
      await ask(`accept-${step}-${name}`, as(request));
  }
  return [];
}

function plainRequests(bound: Bound): readonly (readonly [name: string, request: Request])[] {
  const { endpoint, wellFormed } = bound;
  if (endpoint.safety === 'order') return [];
  const request = wellFormed();
  const refused = ['no-token', withoutHeader(request, 'Authorization')] as const;
  if (endpoint.name === 'address') return [refused, ['no-json', withBody(request, '{"address":')]];
  // Other writes may be executed each time.
  if (endpoint.safety === 'write') return [refused];
  const all: [string, Request][] = [['plain', request], [...refused]];
  if (endpoint.user === 'required') all.push(['no-user', withUser(request, 'm2m-conformance')]);
  if (endpoint.name === 'guide') all.push(['no-guide', withId(bound, 'm2m-conformance')]);
  return all;
}

export const shape = monitor({
  ...monitored,
  id: 'errors/shape',
  statement: spec.apiError,
  causes: {
    wrapped: cause<{ where: readonly string[] }>({
      title: 'the members of ApiError are in another object',
      expected: 'an ApiError',
      actual: ({ where }, response) => `${response}; ${where.join('; ')}`,
    }),
    ...wrongMembers('of an error', ({ also }, response) => [response, ...also].join('; ')),
  },
  advice: [
    why.defaultHandler,
    {
      suspect: 'Every error is in an envelope: an object or a list, such as errors.',
      look: 'Send status, error and responseId at the top of the body.',
      when: ['wrapped', '!null', '!string', unlessMessageInList],
    },
    {
      suspect: 'The code puts the list of messages of the validator into error.message.',
      look: 'Join the messages to one string, or send the first one.',
      when: ['array', ifMessageInList, '!wrapped', '!missing', '!null', '!string'],
    },
    {
      suspect: 'A member is missing or null, or has another name or type than ApiError states.',
      look: 'Build every error from one class with the members of ApiError.',
      when: ['missing', 'null', 'string', 'array', '!HTML', '!wrapped', unlessMessageInList],
    },
    why.ownErrorPath,
  ],
  level: 'must',
  rule:
    'An error has an integer status, a string responseId, and an error object with a string ' +
    'message and an optional description (string or null).',
  after: ['errors/json'],
  matches: () => true,
  judge: (answered) => {
    const parsed = json(answered);
    const value = 'value' in parsed ? parsed.value : null;
    const [first] = problems(apiError, value);
    if (!first) return pass();
    return isWholeElsewhere(value)
      ? fail('wrapped', { where: fromTarget(notApiError(value)) })
      : failAtMember(first.pointer, first, notApiError(value));
  },
});

const missingOf = (value: Json) =>
  problems(apiError, value).flatMap(({ pointer, symptom }) =>
    symptom === 'is missing' ? [pointer] : [],
  );
const isWholeElsewhere = (value: Json) => wholeElsewhere(value, missingOf(value)) !== undefined;

export function notApiError(value: Json) {
  const where = elsewhereInWords(value, missingOf(value));
  return isWholeElsewhere(value) ? where : [...where, ...conforms(apiError, value).slice(0, 4)];
}

export const statusMatches = monitor({
  ...monitored,
  id: 'errors/status-matches',
  statement: spec.errorStatus,
  causes: {
    'other-status': cause<{ stated: string; status: number }>({
      title: '/status of an error is not the HTTP status',
      expected: ({ status }) => `/status ${status}`,
      actual: ({ stated }, response) => `/status ${stated} in ${response}`,
    }),
  },
  advice: [
    {
      suspect: 'status in the body is a constant, a default or the status of another error.',
      look: 'Set the HTTP status and the member from one variable.',
      when: ['everywhere', '!not alone'],
    },
    {
      suspect: 'A later stage changes the HTTP status: a filter, a gateway or an exception mapper.',
      look: 'Set the status before the body is written.',
      when: ['proxy'],
    },
    why.sharedState,
  ],
  level: 'must',
  rule: 'The status member of an error equals the HTTP status code.',
  after: ['errors/json'],
  // A number beyond double precision is an integer too, but no status.
  matches: (answered) => {
    const stated = jsonObject(answered)?.['status'];
    return Number.isInteger(stated) || stated === Number.POSITIVE_INFINITY;
  },
  judge: (answered) => {
    const { status } = answered.answer;
    const stated = jsonObject(answered)?.['status'];
    if (stated === status) return pass();
    return fail('other-status', { stated: fromTarget(shown(stated)), status });
  },
});

export const messageText = monitor({
  ...monitored,
  id: 'errors/message-text',
  statement: spec.errorMessage,
  causes: {
    blank: {
      title: '/error/message of an error is blank',
      expected: 'a human-readable /error/message',
    },
  },
  advice: [
    {
      suspect: 'The error is created without a message, and the serialiser writes a blank string.',
      look: 'Require a message for each error, with a default for each status.',
      when: ['one status'],
    },
    {
      suspect: 'The translation of the message is empty in this language or for this endpoint.',
      look: 'Check the translation files for empty entries, and fall back to the default language.',
    },
    why.ownErrorPath,
  ],
  level: 'should',
  rule: 'The message of an error is not blank.',
  after: ['errors/json'],
  matches: (answered) => messageOf(answered) !== undefined,
  judge: (answered) =>
    /[\p{L}\p{N}\p{P}\p{S}]/u.test(messageOf(answered) ?? '') ? pass() : fail('blank'),
});
