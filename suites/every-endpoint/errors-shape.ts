import type { Answered, Json, Judgement } from '../../engine/index.ts';
import {
  conforms,
  elsewhereInWords,
  fail,
  inconclusive,
  isCutOff,
  isJsonMediaType,
  json,
  jsonFault,
  jsonObject,
  mediaType,
  monitor,
  pass,
  problems,
  shown,
  summarize,
  wholeElsewhere,
  whyNoJson,
} from '../../engine/index.ts';
import apiError from '../../schemas/api-error.schema.json' with { type: 'json' };
import { askForAnything } from './any-accept.ts';
import { isApiAnswer, monitored, refusals } from './error-answers.ts';
import { messageOf } from './not-found-message.ts';

export const isJsonError = monitor({
  ...monitored,
  id: 'errors/json',
  level: 'must',
  sameDefectAs: ['cash/ok', 'portfolios/ok', 'insights/ok'],
  rule: 'The body of an error is JSON with a JSON media type.',
  brokenBy: ['html-401-on-portfolios', 'text-403-on-guides', 'errors-as-text-plain'],
  probes: refusals,
  probing: askForAnything,
  matches: isApiAnswer,
  judge: judgeJsonError,
});

export function judgeJsonError(answered: Answered): Judgement {
  const { status, body } = answered.answer;
  const type = mediaType(answered);
  const parsed = json(answered);
  const expected = 'an ApiError as application/json';
  if (isJsonMediaType(type)) {
    if ('value' in parsed) return pass();
    if (parsed.unread) return inconclusive(whyNoJson(parsed));
  }
  if (body.size === 0) return fail('an error has no body', expected, `${status} without a body`);
  const named = type === undefined ? 'no Content-Type' : `Content-Type ${type}`;
  if ('value' in parsed || parsed.unread) {
    return fail(
      'a JSON error has the wrong media type',
      expected,
      `${named}: ${summarize(answered)}`,
    );
  }
  const broken = isCutOff(answered) ? 'the JSON of an error is cut off' : 'an error is not JSON';
  const cause = type === 'text/html' ? 'an error is an HTML page' : broken;
  return fail(cause, expected, `${status} with ${named}; ${jsonFault(answered)}`);
}

export const shape = monitor({
  ...monitored,
  id: 'errors/shape',
  level: 'must',
  rule: 'An error has an integer status, a string responseId, and an error object with a string message and an optional description (string or null).',
  brokenBy: ['error-as-text', 'error-in-list', 'status-as-text'],
  after: ['errors/json'],
  matches: () => true,
  judge: (answered) => {
    const parsed = json(answered);
    const value = 'value' in parsed ? parsed.value : null;
    const [first] = problems(apiError, value);
    if (!first) return pass();
    const place = first.pointer || 'the body';
    const whole = 'the members of ApiError are in another object';
    const cause = isWholeElsewhere(value) ? whole : `${place} of an error ${first.symptom}`;
    const actual = `${summarize(answered)}; ${notApiError(value).join('; ')}`;
    return fail(cause, `an ApiError: ${first.expected} at ${place}`, actual);
  },
});

const missingOf = (value: Json) =>
  problems(apiError, value).flatMap(({ pointer, symptom }) =>
    symptom === 'is missing' ? [pointer] : [],
  );
const isWholeElsewhere = (value: Json) => wholeElsewhere(value, missingOf(value)) !== undefined;

/** Says why a body is no ApiError, or where the missing members are. */
export function notApiError(value: Json): readonly string[] {
  const where = elsewhereInWords(value, missingOf(value));
  return isWholeElsewhere(value) ? where : [...where, ...conforms(apiError, value).slice(0, 4)];
}

export const statusMatches = monitor({
  ...monitored,
  id: 'errors/status-matches',
  level: 'must',
  rule: 'The status member of an error equals the HTTP status code.',
  brokenBy: ['status-always-500', 'status-401-in-403'],
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
    const actual = `/status ${shown(stated)} in ${summarize(answered)}`;
    return fail('/status of an error is not the HTTP status', `/status ${status}`, actual);
  },
});

export const messageText = monitor({
  ...monitored,
  id: 'errors/message-text',
  level: 'should',
  rule: 'The message of an error is not blank.',
  brokenBy: ['message-blank', 'message-empty-on-403'],
  after: ['errors/json'],
  matches: (answered) => messageOf(answered) !== undefined,
  judge: (answered) => {
    const message = messageOf(answered) ?? '';
    if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(message)) return pass();
    const actual = `${answered.answer.status} with ${shown(message)}`;
    return fail('/error/message of an error is blank', 'a human-readable /error/message', actual);
  },
});
