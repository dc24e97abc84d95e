import { type Answered, headerLines, isObject, type Json, json } from '../../engine/index.ts';
import { takeBounded } from '../take-bounded.ts';

/** A token in a form, in a URL fragment, in invalid JSON, or in JSON inside a string. */
const tokenInText = /\baccess_?token\\*["']?\s*[:=]\s*\\*["']?(?:bearer\s+)?[\w{]/i;
/** The symbol of a known token, of a part of one, or of a JWT. */
const symbolInText = /\{\{(?:jwt|token:)/;
/** Other names of the member. Tokens of forms, sessions or second factors do not count. */
const nameOfToken =
  /^(?:(?:access|id|refresh|bearer|auth)[_-]?)?(?:token|jwt)$|^(?:bearer|assertion|credentials?)$/i;

/** Whether a client could find an access token anywhere in the response, except in cookies. */
export function carriesToken(answered: Answered): boolean {
  const parsed = json(answered);
  const inBody =
    'value' in parsed ? isInJson(parsed.value) : isToken(answered.answer.body.text ?? '');
  return inBody || headerLines(answered, 'location').some(isEmbedded);
}

function isToken(text: string): boolean {
  const isOneWord = !/\s/.test(text.replace(/^\s*bearer\s/i, '').trim());
  return (
    isEmbedded(text) ||
    (isOneWord && (symbolInText.test(text) || /(?:^|&)access_token=[^&]/.test(text)))
  );
}

function isInJson(root: Json): boolean {
  const open: Json[] = [root];
  for (const value of takeBounded(open)) {
    if (Array.isArray(value)) for (const element of value) open.push(element);
    if (!isObject(value)) continue;
    for (const [name, member] of Object.entries(value)) {
      if (name === 'access_token' && member !== null && member !== '') return true;
      if (
        typeof member === 'string' &&
        (nameOfToken.test(name) ? isToken(member) : isEmbedded(member))
      )
        return true;
      open.push(member);
    }
  }
  return typeof root === 'string' && isToken(root);
}

const isEmbedded = (text: string) => tokenInText.test(text) && symbolInText.test(text);
