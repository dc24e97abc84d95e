import { type Answered, headerLines, isObject, type Json, json } from '../../engine/index.ts';
import { firstOf } from '../first-of.ts';

/** As a form, in a fragment, or as JSON that no parser takes or that stands inside a text. */
const tokenInText = /\baccess_?token\\*["']?\s*[:=]\s*\\*["']?(?:bearer\s+)?[\w{]/i;
/** What stands for a token that the run knows, for a part of one, and for a JWT. */
const symbolInText = /\{\{(?:jwt|token:)/;
/** Members that could hold one under another name; a token of a form, of a session or of a second factor is none. */
const nameOfToken = /^(?:(?:access|id|refresh|bearer|auth)[_-]?)?(?:token|jwt)$|^(?:bearer|assertion|credentials?)$/i;

/** Whether the answer holds an access token, in whatever form and place a client could take it from. Cookies are none. */
export function carriesToken(answered: Answered): boolean {
  const parsed = json(answered);
  const inBody = 'value' in parsed ? isInJson(parsed.value) : isToken(answered.answer.body.text ?? '');
  return inBody || headerLines(answered, 'location').some(isEmbedded);
}

function isToken(text: string): boolean {
  const isOneWord = !/\s/.test(text.replace(/^\s*bearer\s/i, '').trim());
  return isEmbedded(text) || (isOneWord && (symbolInText.test(text) || /(?:^|&)access_token=[^&]/.test(text)));
}

function isInJson(root: Json): boolean {
  const open: Json[] = [root];
  for (const value of firstOf(open)) {
    if (Array.isArray(value)) for (const element of value) open.push(element);
    if (!isObject(value)) continue;
    for (const [name, member] of Object.entries(value)) {
      if (name === 'access_token' && member !== null && member !== '') return true;
      if (typeof member === 'string' && (nameOfToken.test(name) ? isToken(member) : isEmbedded(member))) return true;
      open.push(member);
    }
  }
  return typeof root === 'string' && isToken(root);
}

const isEmbedded = (text: string) => tokenInText.test(text) && symbolInText.test(text);
