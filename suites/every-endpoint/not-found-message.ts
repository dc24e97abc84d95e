import { type Answered, isObject, jsonObject } from '../../engine/index.ts';

/** The message of an ApiError, or undefined. */
export function messageOf(answered: Answered): string | undefined {
  const error = jsonObject(answered)?.['error'];
  const message = isObject(error) ? error['message'] : undefined;
  return typeof message === 'string' ? message : undefined;
}

const person = '(?:users?|customers?|clients?|accounts?|members?|investors?|persons?|profiles?)';
const subject = new RegExp(`\\b${person}\\b`, 'i');
/** What else a refusal speaks of: "no permission for this user" tells of no missing user. */
const otherThings = '(?:access|rights?|permissions?|auth\\w*|tokens?|headers?|data|for|to|of|by|with)';

const absent = [
  /\bnot (?:(?:be|been|yet|currently) ){0,2}(?:find|found|exists?|known|registered|recogni[sz]ed|locate|located|present)\b/,
  /\bnot (?:match|identify|correspond to|belong to|refer to|resolve to) an?y?\b/,
  /\b(?:unable|fail|fails|failed) to (?:find|locate|identify|resolve)\b/,
  /\bno (?:such|longer exists?|match|matches|records?|entity|entities|rows?|documents?|entry|value|results?)\b/,
  new RegExp(`\\bno (?:(?!${otherThings}\\b)\\w+ ){0,2}${person}\\b`),
  new RegExp(`\\bnot an?y? (?:(?:known|valid|registered|existing|active|current|platform) ){0,2}${person}\\b`),
  /\bnever (?:existed|created|registered)\b/,
  /\b(?:unknown|unregistered|unrecogni[sz]ed|(?:non|in) ?exist(?:ent|ing)|missing)\b/,
].map(({ source }) => new RegExp(source, 'i'));

/** Whether the ApiError says, in whatever words or as a code such as USER_NOT_FOUND, that the user is unknown. */
export function saysUserNotFound(answered: Answered): boolean {
  const text = spelledOut(messageOf(answered) ?? '');
  return subject.test(text) && absent.some((words) => words.test(text));
}

/** Words apart that a code joins, and what is short for `not` in full. */
function spelledOut(message: string): string {
  return message
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/cannot\b/gi, 'can not')
    .replace(/n['\u2018\u2019]t\b/gi, ' not')
    .replace(/[\s_-]+/g, ' ');
}

/** Words of English messages; few that other languages have as well, as they have `no`, `is`, `error` and `token`. */
const english = new RegExp(
  `\\b(?:${[
    'the|this|that|with|your?|and|not|cannot|could|must|please|something|wrong|went|unknown|allowed|blocked',
    'unauthori[sz]ed|authori[sz]ed|forbidden|access|denied|invalid|missing|required|failed|expired|occurred',
    'request|credentials|authentication|authori[sz]ation|permissions?|internal|unexpected',
  ].join('|')})\\b`,
  'i',
);

/** Whether a message is written in English, as far as anybody can tell who knows its commonest words alone. */
export function isEnglish(message: string): boolean {
  const text = spelledOut(message);
  return !/[^\p{ASCII}]/u.test(text.replace(/[^\p{L}]/gu, '')) && english.test(text);
}
