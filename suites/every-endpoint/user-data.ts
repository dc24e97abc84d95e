import { isObject, type Json, member } from '../../engine/index.ts';

type Members = { [name: string]: Json };

/**
 * Members that errors use for their own purposes too: data about the error, or the name of the
 * application.
 */
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
const likely = ['email', 'portfolio', 'balance', 'cash', 'address', 'guides', 'insights', 'orders'];
/**
 * Members with user data in specified responses, and likely ones in the responses of endpoints that
 * are only named.
 */
const dataMembers = [...ambiguous, ...unmistakable, ...likely];

/** Members that describe an error, whatever their value. */
const aboutErrors =
  /^(status|(status|http|sub)_?(status|code)|code|type|title|details?|messages?|description|reason|errors?|exception|help|links?|path|instance|method|ip|port|scopes?|required|exp(ir(es|ed|y))?(_?(at|on|in))?|timestamp|version|build|name|.*(time|retry|limit|attempt|request|response|trace|correlation|error).*)$/i;

/** Members that describe what is wrong with a part of the request. */
const aboutRequests =
  /^(field|param(eter)?|header|pointer|property|attribute|argument|constraint|rule|keyword|value|expected|actual|received|allowed|location|loc|in|source|domain|pattern|format|(min|max)(imum|_?length)?)$/i;

/**
 * Reports whether a value looks like user data: a list of objects, or an object with numbers or
 * objects. An ApiError may have further members of any name that describe the error: strings, flags
 * and lists of strings.
 */
function isData(value: Json | undefined, isSubstance: Counts = isSubstantial): boolean {
  if (Array.isArray(value))
    return value.some((element) => isObject(element) && saysMoreThanDescribes(element));
  if (!isObject(value)) return false;
  return saysMore(value, isSubstance);
}

/** Reports whether an element contains more than a description of an error in the request. */
function saysMoreThanDescribes(element: Members): boolean {
  const describes = (name: string, member: Json) =>
    aboutRequests.test(name.slice(0, 200)) && !isData(member);
  return saysMore(element, (member, name) => !describes(name, member));
}

/**
 * A number in an error may be a code. It only counts as data if its name says that it is an amount.
 */
const isSubstantialInError = (member: Json, name: string) =>
  typeof member === 'number' ? ofPossessions.test(name) : isSubstantial(member);

const isSubstantial = (member: Json) =>
  typeof member === 'number' || isObject(member) || isData(member);

/**
 * Reports whether a list is data although it could be a list of problems. Strings alone are no data
 * here.
 */
function isSubstantialList(value: Json): value is Json[] {
  return (
    Array.isArray(value) &&
    value.some((element) => isObject(element) && saysMore(element, isSubstantial))
  );
}

/** Whether the name of a member says that it describes an error, and is no data. */
export const isAboutErrors = (name: string) => aboutErrors.test(name.slice(0, 200));

/** Reports whether a member is more than a description of an error. */
type Counts = (member: Json, name: string) => boolean;

function saysMore(value: Members, counts: Counts): boolean {
  return Object.entries(value).some(
    ([name, member]) => member !== null && !isAboutErrors(name) && counts(member, name),
  );
}

/** Returns the names of the top-level members of a refusal that contain user data. */
export function dataIn(answer: Members): readonly string[] {
  return dataMembers.filter((name) => {
    return isData(
      member(answer, name),
      ambiguous.includes(name) ? isSubstantialInError : isSubstantial,
    );
  });
}

/** Returns which specified resource an object must be, whatever contains it; undefined if none. */
export function resourceOf(object: Members, sent: string): string | undefined {
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

/**
 * Members of a user's possessions. A list of problems has fields, rules, bounds and positions
 * instead.
 */
const ofPossessions =
  /^(amount|balance|currency|quantity|price|iban|available|total|account.*|cash|savings|holdings|invested|net_?worth|eur|usd|gbp|chf)$/i;

function isListOfPossessions(value: Json): boolean {
  const isOne = (element: Json) =>
    isObject(element) && Object.keys(element).some((name) => ofPossessions.test(name));
  return isSubstantialList(value) && value.some(isOne);
}

/** Reports whether the name and type of a nested member show that it is user data. */
export function isNamedData(
  name: string,
  member: Json,
  inError: boolean,
  isNarrow: boolean,
): boolean {
  if (!dataMembers.includes(name)) return false;
  if (unmistakable.includes(name)) return inError ? isSubstantialList(member) : isData(member);
  return (
    !isNarrow && Array.isArray(member) && (inError ? isListOfPossessions(member) : isData(member))
  );
}
