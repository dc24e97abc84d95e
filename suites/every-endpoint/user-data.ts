import { isObject, type Json } from '../../engine/index.ts';

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

/** Of them, those that errors have for their own ends: what belongs to the error, or the application that refused. */
const ambiguous: ReadonlySet<string> = new Set(['data', 'app']);

/** Members that tell about an error, whatever they hold. */
const aboutErrors =
  /^(status|(status|http|sub)_?(status|code)|code|type|title|details?|messages?|description|reason|errors?|exception|help|links?|path|instance|method|ip|port|scopes?|required|exp(ir(es|ed|y))?(_?(at|on|in))?|timestamp|version|build|name|.*(time|retry|limit|attempt|request|response|trace|correlation|error).*)$/i;

/** Members that say what is wrong with a part of the request. */
const aboutRequests =
  /^(field|param(eter)?|header|pointer|property|attribute|argument|constraint|rule|keyword|value|expected|actual|received|allowed|location|loc|in|source|domain|pattern|format|(min|max)(imum|_?length)?)$/i;

/**
 * Whether a value is of the kind that users' data are: objects in a list, or an object that holds numbers or further
 * objects. ApiError may have further members, of any name, that tell about the error: texts, flags and lists of texts.
 */
function isData(value: Json | undefined, isSubstance: Counts = isSubstantial): boolean {
  if (Array.isArray(value)) return value.some((element) => isObject(element) && saysMoreThanDescribes(element));
  if (!isObject(value)) return false;
  return saysMore(value, isSubstance);
}

/** Whether an element is more than what is wrong with a part of the request. */
function saysMoreThanDescribes(element: Members): boolean {
  const describes = (name: string, member: Json) => aboutRequests.test(name.slice(0, 200)) && !isData(member);
  return saysMore(element, (member, name) => !describes(name, member));
}

/** The number of an error or of a replica stands beside texts, that of an amount says what it is. */
const isSubstantialInError = (member: Json, name: string) =>
  typeof member === 'number' ? ofPossessions.test(name) : isSubstantial(member);

const isSubstantial = (member: Json) => typeof member === 'number' || isObject(member) || isData(member);

/** The same where a list of what is wrong could stand as well, each with its field and its rule: texts alone are none. */
function isSubstantialList(value: Json): value is Json[] {
  return Array.isArray(value) && value.some((element) => isObject(element) && saysMore(element, isSubstantial));
}

export const isAboutErrors = (name: string) => aboutErrors.test(name.slice(0, 200));

/** Whether a member is more than a word about an error. */
type Counts = (member: Json, name: string) => boolean;

function saysMore(value: Members, counts: Counts): boolean {
  return Object.entries(value).some(
    ([name, member]) => member !== null && !isAboutErrors(name) && counts(member, name),
  );
}

/** Members of an answer that are users' data, whatever else it holds. */
export function dataIn(answer: Members): readonly string[] {
  return [...dataMembers].filter((name) => {
    return isData(own(answer, name), ambiguous.has(name) ? isSubstantialInError : isSubstantial);
  });
}

/** What of the specification an object can only be, whatever it is a member of. */
export function resourceOf(object: Members, sent: string): string | undefined {
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
  const isStored = lines.every(isText) && lines.some((line) => !sent.includes(line));
  return isStored ? 'an address' : undefined;
}

const isText = (value: Json | undefined) => typeof value === 'string';

/** Members of what somebody owns. What is wrong with a request has fields, rules, bounds and positions. */
const ofPossessions =
  /^(amount|balance|currency|quantity|price|iban|available|total|account.*|cash|savings|holdings|invested|net_?worth|eur|usd|gbp|chf)$/i;

function isListOfPossessions(value: Json): boolean {
  const isOne = (element: Json) => isObject(element) && Object.keys(element).some((name) => ofPossessions.test(name));
  return isSubstantialList(value) && value.some(isOne);
}

/** Whether a member below the root is data by its name and kind. */
export function isNamedData(name: string, member: Json, inError: boolean, isNarrow: boolean): boolean {
  if (!dataMembers.has(name)) return false;
  if (unmistakable.has(name)) return inError ? isSubstantialList(member) : isData(member);
  return !isNarrow && Array.isArray(member) && (inError ? isListOfPossessions(member) : isData(member));
}

function own(object: Members, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
