import {
  type Answered,
  isObject,
  type Json,
  jsonObject,
  member,
  parsedJson,
  sentPath,
  valueText,
} from '../../engine/index.ts';
import { takeBounded } from '../take-bounded.ts';

type Members = { [name: string]: Json };

/** Members that errors use for their own purposes too. */
const ambiguous: readonly string[] = ['data', 'app'];
/** Members that no error would have for its own purposes. */
const unmistakable = [
  'maxValueDifferences',
  'portfolios',
  'holdings',
  'performers',
  'sentimentScore',
  'balances',
];
const dataMembers = [
  ...ambiguous,
  ...unmistakable,
  ...['email', 'portfolio', 'balance', 'cash', 'address', 'guides', 'insights', 'orders'],
];
/** A list of problems has fields, rules, bounds and positions instead. */
const ofPossessions = new RegExp(
  '^(amount|balance|currency|quantity|price|iban|available|total|account.*|cash|savings|' +
    'holdings|invested|net_?worth|eur|usd|gbp|chf)$',
  'i',
);
const aboutErrors = new RegExp(
  '^(status|(status|http|sub)_?(status|code)|code|type|title|details?|messages?|description|' +
    'reason|errors?|exception|help|links?|path|instance|method|ip|port|scopes?|required|' +
    'exp(ir(es|ed|y))?(_?(at|on|in))?|timestamp|version|build|name|' +
    '.*(time|retry|limit|attempt|request|response|trace|correlation|error).*)$',
  'i',
);
/** Members that describe what is wrong with a part of the request. */
const aboutRequests = new RegExp(
  '^(field|param(eter)?|header|pointer|property|attribute|argument|constraint|rule|keyword|' +
    'value|expected|actual|received|allowed|location|loc|in|source|domain|pattern|format|' +
    '(min|max)(imum|_?length)?)$',
  'i',
);

type Counts = (member: Json, name: string) => boolean;

const isAboutErrors = (name: string) => aboutErrors.test(name.slice(0, 200));

const saysMore = (value: Json, counts: Counts) =>
  isObject(value) &&
  Object.entries(value).some(
    ([name, one]) => one !== null && !isAboutErrors(name) && counts(one, name),
  );

const isSubstantial: Counts = (one) => typeof one === 'number' || isObject(one) || isData(one);

/** An ApiError may have further members: strings, flags and lists of strings. */
function isData(value: Json | undefined, isSubstance = isSubstantial) {
  if (!Array.isArray(value)) return value !== undefined && saysMore(value, isSubstance);
  const describes: Counts = (one, name) => aboutRequests.test(name.slice(0, 200)) && !isData(one);
  return value.some((element) => saysMore(element, (one, name) => !describes(one, name)));
}

const isSubstantialList = (value: Json): value is Json[] =>
  Array.isArray(value) && value.some((element) => saysMore(element, isSubstantial));

/** Other numbers in an error may be codes. */
const isSubstantialInError: Counts = (one, name) =>
  typeof one === 'number' ? ofPossessions.test(name) : isSubstantial(one, name);

const dataIn = (answer: Members) =>
  dataMembers.filter((name) =>
    isData(member(answer, name), ambiguous.includes(name) ? isSubstantialInError : isSubstantial),
  );

function resourceOf(object: Members, sent: string) {
  const text = (name: string) => typeof object[name] === 'string';
  const number = (name: string) => typeof object[name] === 'number';
  if (number('chapterCount') && (text('slug') || text('title'))) return 'a guide';
  if (text('displayValue') && number('value')) return 'an amount of a daily summary';
  const { category, notifications } = object;
  if (typeof category === 'string' && Array.isArray(notifications) && notifications.some(isObject))
    return 'settings';
  const lines = ['line1', 'city', 'countryCode'].map((name) => object[name]);
  // A response may repeat what the request contained.
  const isStored =
    lines.every((line) => typeof line === 'string') && lines.some((line) => !sent.includes(line));
  return isStored ? 'an address' : undefined;
}

function isNamedData(name: string, value: Json, inError: boolean, isNarrow: boolean) {
  if (!dataMembers.includes(name)) return false;
  if (unmistakable.includes(name)) return inError ? isSubstantialList(value) : isData(value);
  if (isNarrow || !Array.isArray(value)) return false;
  const isOne = (element: Json) =>
    isObject(element) && Object.keys(element).some((key) => ofPossessions.test(key));
  return inError ? isSubstantialList(value) && value.some(isOne) : isData(value);
}

/** Data in JSON that is cut off or escaped too often. */
const dataInText = new RegExp(
  '"(chapterCount|maxValueDifferences|sentimentScore|displayValue|portfolios|holdings|' +
    'balances)\\\\*"\\s*:\\s*\\\\*["[{\\d-]',
);

type Place = Readonly<{
  value: Json;
  place: string;
  /** Whether a member around it describes an error. */
  inError: boolean;
}>;

export function shownData(answered: Answered) {
  const body = jsonObject(answered);
  const { status, headers } = answered.answer;
  const isRejected = status === 401 || status === 403;
  // A 400 may list what is wrong, and a 404 for a guide similar guides.
  const isNarrow = !isRejected && (status === 400 || sentPath(answered.request).includes('guides'));
  const sent = valueText(answered.request.body ?? '');
  const found = body && isRejected ? dataIn(body) : [];
  if (found.length > 0) return found.map((name) => `the member ${name}`);
  const open: Place[] = [
    { value: body ?? null, place: '', inError: !isRejected },
    ...headers.map(([name, value]) => ({ value, place: `the header ${name}`, inError: true })),
  ];
  for (const { value, place, inError } of takeBounded(open)) {
    if (typeof value === 'string') {
      const isRead = /^\s*[[{]/.test(value) && value.length <= 1_000_000;
      const inText = isRead ? (parsedJson(value) as Json | undefined) : undefined;
      const asString = `${place}, as a string`;
      if (inText !== undefined) open.push({ value: inText, place: asString, inError: true });
      else if (dataInText.test(value.slice(0, 20_000))) return [asString];
    } else if (Array.isArray(value)) {
      for (const element of value) open.push({ value: element, place, inError });
    } else if (isObject(value)) {
      const resource = resourceOf(value, sent);
      if (resource !== undefined && !(isNarrow && resource === 'a guide'))
        return [`${resource} in ${place || 'the body'}`];
      for (const [name, one] of Object.entries(value)) {
        const below = `${place}/${name.slice(0, 40)}`;
        if (isNamedData(name, one, inError, isNarrow)) return [below];
        open.push({ value: one, place: below, inError: inError || isAboutErrors(name) });
      }
    }
  }
  return [];
}

export function isRejection(answered: Answered) {
  const { request, answer } = answered;
  if (request.origin !== 'api') return false;
  if (answer.status === 401 || answer.status === 403) return true;
  const isRefused = request.method === 'GET' && (answer.status === 400 || answer.status === 404);
  return isRefused && shownData(answered).length > 0;
}
