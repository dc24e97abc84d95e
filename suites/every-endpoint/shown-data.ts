import { type Answered, isObject, type Json, jsonObject, sentPath, valueText } from '../../engine/index.ts';
import { firstOf } from '../first-of.ts';
import { dataIn, isAboutErrors, isNamedData, resourceOf } from './user-data.ts';

/** JSON that was cut off, or holds more escapes than it should. */
const dataInText =
  /"(chapterCount|maxValueDifferences|sentimentScore|displayValue|portfolios|holdings|balances)\\*"\s*:\s*\\*["[{\d-]/;

interface Place {
  readonly value: Json;
  /** In words for people. */
  readonly place: string;
  /** Whether what holds it tells about an error. */
  readonly inError: boolean;
}

/** Where in a refusal data are, in words for people; none where it shows nothing but an error. */
export function shownData(answered: Answered): readonly string[] {
  const body = jsonObject(answered);
  const { status, headers } = answered.answer;
  const isRejected = status === 401 || status === 403;
  // What is malformed may come with what is wrong with it, and a guide that is not found with others that are like it.
  const isNarrow = !isRejected && (status === 400 || sentPath(answered.request).includes('guides'));
  const sent = answered.request.body === undefined ? '' : valueText(answered.request.body);
  const found = body && isRejected ? dataIn(body) : [];
  if (found.length > 0) return found.map((name) => `the member ${name}`);
  const open: Place[] = [{ value: body ?? null, place: '', inError: !isRejected }];
  for (const [name, value] of headers) open.push({ value, place: `the field ${name}`, inError: true });
  for (const { value, place, inError } of firstOf(open)) {
    if (typeof value === 'string') {
      const inText = jsonIn(value);
      if (inText !== undefined) open.push({ value: inText, place: `${place}, as text`, inError: true });
      else if (dataInText.test(value.slice(0, 20_000))) return [`${place}, as text`];
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

/** A text that is JSON, parsed. */
function jsonIn(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text) || text.length > 1_000_000) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A rejection, or a reading request that is refused otherwise and shows data: whether others do shows no guard at work. */
export function isRejection(answered: Answered): boolean {
  const { request, answer } = answered;
  if (request.origin !== 'api') return false;
  if (answer.status === 401 || answer.status === 403) return true;
  const isRefused = request.method === 'GET' && (answer.status === 400 || answer.status === 404);
  return isRefused && shownData(answered).length > 0;
}
