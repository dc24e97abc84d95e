import { visit } from 'jsonc-parser';
import type { Answered, Body } from '../exchange/exchange.ts';
import { beginning, header, json } from './answer.ts';

const replacement = '\uFFFD';
/** The longest text in which the place is looked for, if the parser does not name it. */
const longest = 100_000;
const [before, after, first] = [50, 20, 120];

/**
 * If the body is not UTF-8: up to a character that its end cuts off, with U+FFFD for other bytes.
 */
const textOf = ({ text, base64 = '' }: Body) =>
  text ??
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(base64, 'base64'), {
    stream: true,
  });

/** A body may also end within a character. */
export function isCutOff(answered: Answered) {
  const { body } = answered.answer;
  const text = textOf(body);
  const parsed = json(answered);
  return (
    'error' in parsed &&
    (body.text !== undefined || !text.includes(replacement)) &&
    /^\uFEFF?\s*[[{]/.test(text) &&
    placeOf(text) === text.trimEnd().length
  );
}

export function jsonFault(answered: Answered) {
  const { body } = answered.answer;
  const said = isCutOff(answered) ? cutOffInWords(answered) : placeInWords(answered);
  if (body.text !== undefined) return said;
  // Summaries of a response contain no bytes.
  const start = beginning({ ...body, text: textOf(body) })?.slice(0, first) ?? '';
  return `${said}; body: ${start}`;
}

function cutOffInWords(answered: Answered) {
  const { size } = answered.answer.body;
  const text = textOf(answered.answer.body);
  const surplus = uncountedBytes(answered);
  const counted = surplus > 0 ? `; the body has ${surplus} bytes more than characters` : '';
  const lacks = missingEnd(text);
  const characters = lacks.length === 1 ? '1 character' : `${lacks.length} characters`;
  const stated = isLengthStated(answered) ? ', as Content-Length says' : '';
  const end = text.length > first ? `; it ends with ${onOneLine(text.slice(-before))}` : '';
  return (
    `the JSON is cut off after ${size} bytes${stated}, ` +
    `and lacks at least ${characters}, ${lacks}${counted}${end}`
  );
}

const isLengthStated = (answered: Answered) =>
  header(answered, 'content-length') === String(answered.answer.body.size) &&
  !header(answered, 'content-encoding');

/**
 * Bytes beyond the number of characters, if Content-Length states the size. A server that counts
 * characters sends so many too few.
 */
export function uncountedBytes(answered: Answered) {
  const { body } = answered.answer;
  return isLengthStated(answered) ? body.size - textOf(body).length : 0;
}

function placeInWords(answered: Answered) {
  const { body } = answered.answer;
  const text = textOf(body);
  const parsed = json(answered);
  const error = 'error' in parsed ? parsed.error : '';
  const at = body.text === undefined ? text.indexOf(replacement) : placeOf(text);
  if (at === undefined || at < 0) return error;
  const line = text.slice(0, at).split('\n').length;
  const start = `${at > before ? '…' : ''}${text.slice(Math.max(0, at - before), at)}`;
  const marked = onOneLine(`${start}→${text.slice(at, at + after)}`);
  return `${error} at character ${at + 1} (line ${line}), marked →: ${marked}`;
}

function placeOf(text: string) {
  const end = text.trimEnd().length;
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    const named = /at position (\d+)/.exec(message)?.[1];
    if (named !== undefined)
      return Math.min(Number(named) + (text.startsWith('\uFEFF') ? 1 : 0), end);
    if (message.startsWith('Unexpected end')) return end;
  }
  let place: number | undefined;
  const note = (_code: unknown, offset: number) => {
    place ??= Math.min(offset, end);
  };
  if (text.length <= longest) visit(text, { onError: note }, { disallowComments: true });
  return place;
}

function missingEnd(text: string) {
  const open: string[] = [];
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '"') isInString = !isInString;
    else if (isInString) at += character === '\\' ? 1 : 0;
    else if ('{['.includes(character)) open.push(character === '{' ? '}' : ']');
    else if ('}]'.includes(character)) open.pop();
  }
  return `${isInString ? '"' : ''}${open.reverse().slice(0, 12).join('')}`;
}

const onOneLine = (text: string) =>
  text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) =>
    JSON.stringify(character).slice(1, -1),
  );
