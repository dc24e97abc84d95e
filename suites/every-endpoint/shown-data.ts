import { type Answered, isObject, type Json, jsonObject, sentPath, valueText } from '../../engine/index.ts';

type Members = { [name: string]: Json };

/** Members in which the specified answers carry data, and those that the merely named endpoints may well have. */
const dataMembers: ReadonlySet<string> = new Set([
  'data',
  'app',
  'email',
  'maxValueDifferences',
  'portfolio',
  'portfolios',
  'holdings',
  'performers',
  'sentimentScore',
  'balances',
  'balance',
  'cash',
  'address',
  'guides',
  'insights',
  'orders',
]);

/** Of them, those that no error would have for its own ends. */
const unmistakable: ReadonlySet<string> = new Set([
  'maxValueDifferences',
  'portfolios',
  'holdings',
  'performers',
  'sentimentScore',
  'balances',
]);

/** Members that tell about an error, whatever they hold. */
const aboutErrors =
  /^(status|code|type|title|details?|messages?|description|reason|errors?|help|links?|path|instance|method|timestamp|version|name|.*(time|retry|limit|attempt|request|response|trace|correlation|error).*)$/i;

/**
 * Whether a value is of the kind that users' data are: objects in a list, or an object that holds numbers or further
 * objects. ApiError may have further members, of any name, that tell about the error: texts, flags and lists of texts.
 */
function isData(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some((element) => isObject(element) && saysMore(element, () => true));
  if (!isObject(value)) return false;
  return saysMore(value, isSubstantial);
}

const isSubstantial = (member: Json) => typeof member === 'number' || isObject(member) || isData(member);

/** The same where a list of what is wrong could stand as well, each with its field and its rule: texts alone are none. */
function isSubstantialList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.some((element) => isObject(element) && saysMore(element, isSubstantial));
}

const isAboutErrors = (name: string) => aboutErrors.test(name.slice(0, 200));

function saysMore(value: Members, counts: (member: Json) => boolean): boolean {
  return Object.entries(value).some(([name, member]) => member !== null && !isAboutErrors(name) && counts(member));
}

/** What of the specification an object can only be, whatever it is a member of. */
function resourceOf(object: Members, sent: string): string | undefined {
  const [text, number] = [
    (name: string) => typeof object[name] === 'string',
    (name: string) => typeof object[name] === 'number',
  ];
  if (number('chapterCount') && (text('slug') || text('title'))) return 'a guide';
  if (text('displayValue') && number('value')) return 'an amount of a daily summary';
  const { category, notifications } = object;
  if (typeof category === 'string' && Array.isArray(notifications) && notifications.some(isObject)) return 'settings';
  const lines = ['line1', 'city', 'countryCode'].map((name) => object[name]);
  // What was sent may be told again.
  const isStored = lines.some((line) => typeof line === 'string' && line !== '' && !sent.includes(line));
  return isStored && lines.every((line) => typeof line === 'string') ? 'an address' : undefined;
}

/** JSON that was cut off, or holds more escapes than it should. */
const dataInText =
  /"(chapterCount|maxValueDifferences|sentimentScore|displayValue|portfolios|holdings|balances)\\*"\s*:\s*\\*["[{\d-]/;

/** Values that are looked at: what an answer shows, it shows in the beginning. */
const mostValues = 5_000;

/** Where in a refusal data are, in words for people; none where it shows nothing but an error. */
export function shownData(answered: Answered): readonly string[] {
  const body = jsonObject(answered);
  const { status, headers } = answered.answer;
  const isRejected = status === 401 || status === 403;
  // What is malformed may come with what is wrong with it, and a guide that is not found with others that are like it.
  const isNarrow = !isRejected && (status === 400 || sentPath(answered.request).includes('guides'));
  const sent = answered.request.body === undefined ? '' : valueText(answered.request.body);
  const found = body && isRejected ? [...dataMembers].filter((name) => isData(own(body, name))) : [];
  if (found.length > 0) return found.map((name) => `the member ${name}`);
  const open: { readonly value: Json; readonly place: string; readonly inError: boolean }[] = [];
  if (body) open.push({ value: body, place: '', inError: !isRejected });
  for (const [name, value] of headers) open.push({ value, place: `the field ${name}`, inError: true });
  for (let at = 0; at < open.length && at < mostValues; at++) {
    const { value, place, inError } = open[at] ?? { value: null, place: '', inError: true };
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

/** Members of what somebody owns. What is wrong with a request has fields, rules, bounds and positions. */
const ofPossessions = /^(amount|balance|currency|quantity|price|iban|available|total|account.*)$/i;

function isListOfPossessions(value: Json | undefined): boolean {
  const isOne = (element: Json) => isObject(element) && Object.keys(element).some((name) => ofPossessions.test(name));
  return isSubstantialList(value) && Array.isArray(value) && value.some(isOne);
}

/** Whether a member below the root is data by its name and kind. */
function isNamedData(name: string, member: Json, inError: boolean, isNarrow: boolean): boolean {
  if (!dataMembers.has(name)) return false;
  if (unmistakable.has(name)) return inError ? isSubstantialList(member) : isData(member);
  return !isNarrow && Array.isArray(member) && (inError ? isListOfPossessions(member) : isData(member));
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

function own(object: Members, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A rejection, or a reading request that is refused otherwise and shows data: whether others do shows no guard at work. */
export function isRejection(answered: Answered): boolean {
  const { request, answer } = answered;
  if (request.origin !== 'api') return false;
  if (answer.status === 401 || answer.status === 403) return true;
  const isRefused = request.method === 'GET' && (answer.status === 400 || answer.status === 404);
  return isRefused && shownData(answered).length > 0;
}
