import {
  type Answered,
  isObject,
  type Json,
  jsonObject,
  parsedJson,
  sentPath,
  valueText,
} from '../../engine/index.ts';
import { takeBounded } from '../take-bounded.ts';
import { dataIn, isAboutErrors, isNamedData, resourceOf } from './user-data.ts';

/** Data in JSON that is cut off or escaped too often. */
const dataInText =
  /"(chapterCount|maxValueDifferences|sentimentScore|displayValue|portfolios|holdings|balances)\\*"\s*:\s*\\*["[{\d-]/;

interface Place {
  readonly value: Json;
  /** For people. */
  readonly place: string;
  /** Whether a member around it describes an error. */
  readonly inError: boolean;
}

/**
 * Describes the places of user data in a refusal, for messages. Empty if it contains only an error.
 */
export function shownData(answered: Answered): readonly string[] {
  const body = jsonObject(answered);
  const { status, headers } = answered.answer;
  const isRejected = status === 401 || status === 403;
  // A 400 may list what is wrong with the request, and a 404 for a guide may list similar guides.
  const isNarrow = !isRejected && (status === 400 || sentPath(answered.request).includes('guides'));
  const sent = answered.request.body === undefined ? '' : valueText(answered.request.body);
  const found = body && isRejected ? dataIn(body) : [];
  if (found.length > 0) return found.map((name) => `the member ${name}`);
  const open: Place[] = [{ value: body ?? null, place: '', inError: !isRejected }];
  for (const [name, value] of headers)
    open.push({ value, place: `the header ${name}`, inError: true });
  for (const { value, place, inError } of takeBounded(open)) {
    if (typeof value === 'string') {
      const isRead = /^\s*[[{]/.test(value) && value.length <= 1_000_000;
      const inText = isRead ? (parsedJson(value) as Json | undefined) : undefined;
      if (inText !== undefined)
        open.push({ value: inText, place: `${place}, as a string`, inError: true });
      else if (dataInText.test(value.slice(0, 20_000))) return [`${place}, as a string`];
    } else if (Array.isArray(value)) {
      for (const element of value) open.push({ value: element, place, inError });
    } else if (isObject(value)) {
      const resource = resourceOf(value, sent);
      if (resource !== undefined && !(isNarrow && resource === 'a guide'))
        return [`${resource} in ${place || 'the body'}`];
      for (const [name, member] of Object.entries(value)) {
        const below = `${place}/${name.slice(0, 40)}`;
        if (isNamedData(name, member, inError, isNarrow)) return [below];
        open.push({ value: member, place: below, inError: inError || isAboutErrors(name) });
      }
    }
  }
  return [];
}

/**
 * Reports whether it is a 401 or 403, or a response to GET with 400 or 404 that contains user data.
 */
export function isRejection(answered: Answered): boolean {
  const { request, answer } = answered;
  if (request.origin !== 'api') return false;
  if (answer.status === 401 || answer.status === 403) return true;
  const isRefused = request.method === 'GET' && (answer.status === 400 || answer.status === 404);
  return isRefused && shownData(answered).length > 0;
}
