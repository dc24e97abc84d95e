import { type Answered, isObject, jsonObject } from '../../engine/index.ts';

/** The message of an ApiError, or undefined. */
export function messageOf(answered: Answered): string | undefined {
  const error = jsonObject(answered)?.['error'];
  const message = isObject(error) ? error['message'] : undefined;
  return typeof message === 'string' ? message : undefined;
}

const person =
  '(?:users?|customers?|clients?|consumers?|accounts?|members?|investors?|owners?|holders?|persons?|people|individuals?|profiles?)';
const subject = new RegExp(`\\b${person}\\b`, 'i');
/** What else a refusal speaks of: "no permission for this user" tells of no missing user. */
const otherThings = '(?:access|rights?|permissions?|auth\\w*|tokens?|headers?|data|for|to|of|by|with)';
/** What a person is called before: "the given user", and not what a user has: "user permissions". */
const thePerson = `(?:(?:an?y?|the|this|that|such|your?|given|requested|existing|active) ){0,3}${person}\\b(?! (?:${otherThings}|roles?|credentials?))`;
const subjectIsNot = `\\b${person}(?: id)?(?: with (?:\\S+ ){0,3}\\S+)? (?:is|was|can|could|has|have|does|did) not`;

const absent = [
  /\bnot (?:(?:be|been|yet|currently) ){0,2}(?:find|found|exists?|known|registered|recogni[sz]ed|locate|located|present|on (?:file|record)|in use)\b/,
  /\bnot (?:(?:be|been|yet|currently|appear|show up|held|kept|listed) ){0,3}(?:in|on|among|part of) (?:\w+ ){0,2}(?:systems?|records?|files?|books|database|directory|registry|list|users|customers)\b/,
  /\bnot (?:match|identify|correspond to|belong to|refer to|resolve to) (?:an?y?\b|anyone|anybody|anything|our|what)\b/,
  new RegExp(
    `\\bnot (?:valid for|in use by|(?:associated|linked|connected) (?:with|to)) an?y?(?: \\w+)? ?${person}\\b`,
  ),
  new RegExp(`${subjectIsNot} (?:(?:be|been|yet|currently) ){0,2}(?:retrieved|available|fetched|loaded|created)\\b`),
  new RegExp(`${subjectIsNot} (?:be|been) (?:identified|resolved|matched|(?:assigned|allocated)(?! to))\\b`),
  new RegExp(`\\bnot have an?y? (?:\\w+ )?${person}\\b(?! (?:access|rights?|permissions?|roles?))`),
  new RegExp(`\\b(?:not|unable to|fail|fails|failed to) (?:know|retrieve|fetch|load|look up) ${thePerson}`),
  /\b(?:unable|fail|fails|failed) to (?:find|locate|identify|resolve)\b/,
  /\b(?:nobody|no one)\b/,
  /\b(?:nothing|none) (?:(?:was|were|is|be|been|could|has) ){0,3}(?:found|known|registered)\b/,
  /\b(?:returned|found|matche[sd]|yield(?:s|ed)) (?:nothing|none|nobody)\b/,
  new RegExp(`\\b(?:0|zero|(?:none|not one) of (?:our|the)) (?:\\w+ )?${person}\\b`),
  /\bno (?:such|longer exists?|match|matches|records?|entity|entities|rows?|documents?|entry|value|results?)\b/,
  new RegExp(`\\bno (?:(?!${otherThings}\\b)\\w+ ){0,2}${person}\\b`),
  new RegExp(`\\bnot an?y? (?:(?:known|valid|registered|existing|active|current|platform) ){0,2}${person}\\b`),
  /\bnever (?:been )?(?:existed|created|registered|here|known|heard)\b/,
  /\byet to be (?:created|registered)\b/,
  /\b(?:unknown|unregistered|unrecogni[sz]ed|unidentified|(?:non|in) ?exist(?:ent|ing)|(?<!\b(?:id|header) (?:is |was )?)missing)\b/,
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
    'there|does|been|which|another|neither|malformed|rows|result|scope|rejection',
    'errors|redacted|hidden|masked|suppressed|omitted|withheld|hello|sorry|happened|upstream|downstream|stub',
    'such|file|directory|request|credentials|authentication|authori[sz]ation|permissions?|internal|unexpected',
  ].join('|')})\\b`,
  'i',
);

/** Lines such as `Plural-Forms: nplurals=2;`, of a header or of a file of settings. */
const fieldLines = /^[A-Za-z]+(?:-[A-Za-z]+)+:.*$/gm;

/** What a value that is none is printed as. */
const nothing = /^(?:null|undefined|nan|none|nil|\[object \w+\])$/i;

/**
 * Whether a message is in words of any language: a code, an id, a field of a header, nothing printed or single letters of
 * an alphabet such as those of `#N/A` tell nobody anything.
 */
export function hasWords(message: string): boolean {
  const text = message.trim();
  const isCode = /^[A-Za-z]+(?:[._:/]+[A-Za-z]+)+$/.test(text);
  if (isCode || nothing.test(text)) return false;
  return /\p{L}{2}|(?!\p{Script=Latin})\p{L}/u.test(text.replace(fieldLines, '').replace(/[\w-]*\d[\w-]*/g, ''));
}

/** Whether a message is written in English, as far as anybody can tell who knows its commonest words alone. */
export function isEnglish(message: string): boolean {
  const text = spelledOut(message);
  return !/[^\p{ASCII}]/u.test(text.replace(/[^\p{L}]/gu, '')) && english.test(text);
}
