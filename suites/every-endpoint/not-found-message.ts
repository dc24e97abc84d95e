import { type Answered, isObject, jsonObject } from '../../engine/index.ts';

/** Undefined if it is no string, which errors/shape judges. */
export function messageOf(answered: Answered) {
  const error = jsonObject(answered)?.['error'];
  const message = isObject(error) ? error['message'] : undefined;
  return typeof message === 'string' ? message : undefined;
}

const person =
  '(?:users?|customers?|clients?|consumers?|accounts?|members?|investors?|owners?|holders?|' +
  'persons?|people|individuals?|profiles?)';
const subject = new RegExp(`\\b${person}\\b`, 'i');
/** "no permission for this user" does not mean a missing user. */
const otherThings =
  '(?:access|rights?|permissions?|auth\\w*|tokens?|headers?|data|for|to|of|by|with)';
/** "the given user", but not "user permissions". */
const thePerson =
  '(?:(?:an?y?|the|this|that|such|your?|given|requested|existing|active) ){0,3}' +
  `${person}\\b(?! (?:${otherThings}|roles?|credentials?))`;
const withId = '(?: id)?(?: with (?:\\S+ ){0,3}\\S+)?';
const subjectIsNot = `${person}${withId} (?:is|was|can|could|has|have|does|did) not`;
const fillers = '(?:(?:be|been|yet|currently) ){0,2}';

/** In whole words. */
const absent = [
  `not ${fillers}(?:find|found|exists?|known|registered|recogni[sz]ed|locate|located|present|` +
    'on (?:file|record)|in use)',
  'not (?:(?:be|been|yet|currently|appear|show up|held|kept|listed) ){0,3}' +
    '(?:in|on|among|part of) (?:\\w+ ){0,2}(?:systems?|records?|files?|books|database|' +
    'directory|registry|list|users|customers)',
  'not (?:match|identify|correspond to|belong to|refer to|resolve to) ' +
    '(?:an?y?\\b|anyone|anybody|anything|our|what)',
  'not (?:valid for|in use by|(?:associated|linked|connected) (?:with|to)) an?y?(?: \\w+)? ' +
    `?${person}`,
  `${subjectIsNot} ${fillers}(?:retrieved|available|fetched|loaded|created)`,
  `${subjectIsNot} (?:be|been) (?:identified|resolved|matched|(?:assigned|allocated)(?! to))`,
  `not have an?y? (?:\\w+ )?${person}\\b(?! (?:access|rights?|permissions?|roles?))`,
  `(?:not|unable to|fail|fails|failed to) (?:know|retrieve|fetch|load|look up) ${thePerson}`,
  '(?:unable|fail|fails|failed) to (?:find|locate|identify|resolve)',
  'nobody|no one',
  '(?:nothing|none) (?:(?:was|were|is|be|been|could|has) ){0,3}(?:found|known|registered)',
  '(?:returned|found|matche[sd]|yield(?:s|ed)) (?:nothing|none|nobody)',
  `(?:0|zero|(?:none|not one) of (?:our|the)) (?:\\w+ )?${person}`,
  'no (?:such|longer exists?|match|matches|records?|entity|entities|rows?|documents?|entry|' +
    'value|results?)',
  `no (?:(?!${otherThings}\\b)\\w+ ){0,2}${person}`,
  `not an?y? (?:(?:known|valid|registered|existing|active|current|platform) ){0,2}${person}`,
  'never (?:been )?(?:existed|created|registered|here|known|heard)',
  'yet to be (?:created|registered)',
  'unknown|unregistered|unrecogni[sz]ed|unidentified|(?:non|in) ?exist(?:ent|ing)|' +
    '(?<!\\b(?:id|header) (?:is |was )?)missing',
];
const saysAbsent = new RegExp(`\\b(?:${absent.join('|')})\\b`, 'i');

export function saysUserNotFound(answered: Answered) {
  const text = spelledOut(messageOf(answered) ?? '');
  return subject.test(text) && saysAbsent.test(text);
}

const spelledOut = (message: string) =>
  message
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/cannot\b/gi, 'can not')
    .replace(/n['\u2018\u2019]t\b/gi, ' not')
    .replace(/[\s_-]+/g, ' ');

/** Words that other languages lack, unlike `no`, `is`, `error` and `token`. */
const english = new RegExp(
  '\\b(?:the|this|that|with|your?|and|not|cannot|could|must|please|something|wrong|went|' +
    'unknown|allowed|blocked|unauthori[sz]ed|authori[sz]ed|forbidden|access|denied|invalid|' +
    'missing|required|failed|expired|occurred|there|does|been|which|another|neither|malformed|' +
    'rows|result|scope|rejection|errors|redacted|hidden|masked|suppressed|omitted|withheld|' +
    'hello|sorry|happened|upstream|downstream|stub|such|file|directory|request|credentials|' +
    'authentication|authori[sz]ation|permissions?|internal|unexpected)\\b',
  'i',
);

/** Lines as in a header: `Plural-Forms: nplurals=2;`. */
const fieldLines = /^[A-Za-z]+(?:-[A-Za-z]+)+:.*$/gm;

const nothing = /^(?:null|undefined|nan|none|nil|\[object \w+\])$/i;

/** Not only codes, ids, header lines and letters. */
export function hasWords(message: string) {
  const text = message.trim();
  const isCode = /^[A-Za-z]+(?:[._:/]+[A-Za-z]+)+$/.test(text);
  if (isCode || nothing.test(text)) return false;
  return /\p{L}{2}|(?!\p{Script=Latin})\p{L}/u.test(
    text.replace(fieldLines, '').replace(/[\w-]*\d[\w-]*/g, ''),
  );
}

export function isEnglish(message: string) {
  const text = spelledOut(message);
  return !/[^\p{ASCII}]/u.test(text.replace(/[^\p{L}]/gu, '')) && english.test(text);
}
