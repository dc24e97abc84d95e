import { visit } from 'jsonc-parser';
import type { Answered } from '../exchange/exchange.ts';
import { header, json } from './answer.ts';

/** The longest text in which the place is looked for, if the parser does not name it. */
const longest = 100_000;
/** Characters that are shown before and after the place. */
const [before, after] = [50, 20];

/** Whether a body is the beginning of a JSON text. */
export function isCutOff(answered: Answered): boolean {
  const text = answered.answer.body.text ?? '';
  const parsed = json(answered);
  return 'error' in parsed && /^\uFEFF?\s*[[{]/.test(text) && placeOf(text) === text.trimEnd().length;
}

/** Explains why and where a body is not JSON, with the text around the place. Empty if the place is unknown. */
export function jsonFault(answered: Answered): string {
  const { text = '', size } = answered.answer.body;
  const parsed = json(answered);
  const at = placeOf(text);
  const error = 'error' in parsed ? parsed.error : '';
  if (at === undefined || answered.answer.body.text === undefined) return error;
  const line = text.slice(0, at).split('\n').length;
  const start = `${at > before ? '…' : ''}${text.slice(Math.max(0, at - before), at)}`;
  if (!isCutOff(answered)) {
    return `${error} at character ${at + 1} (line ${line}), marked →: ${onOneLine(`${start}→${text.slice(at, at + after)}`)}`;
  }
  const isStated = header(answered, 'content-length') === String(size) && !header(answered, 'content-encoding');
  const ends = `the body ends after ${size} bytes${isStated ? ', as Content-Length says' : ''}: ${onOneLine(start)}`;
  const surplus = Buffer.byteLength(text) - text.length;
  const counted = isStated && surplus > 0 ? `; these are ${surplus} bytes more than characters` : '';
  return `the JSON is cut off, and lacks ${missingEnd(text)}; ${ends}${counted}`;
}

/** Returns the offset at which a text stops being JSON. */
function placeOf(text: string): number | undefined {
  const end = text.trimEnd().length;
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    const named = /at position (\d+)/.exec(message)?.[1];
    if (named !== undefined) return Math.min(Number(named) + (text.startsWith('\uFEFF') ? 1 : 0), end);
    if (message.startsWith('Unexpected end')) return end;
  }
  let place: number | undefined;
  const note = (_code: unknown, offset: number) => {
    place ??= Math.min(offset, end);
  };
  if (text.length <= longest) visit(text, { onError: note }, { disallowComments: true });
  return place;
}

/** Returns the closing characters that the beginning of a JSON text lacks, at most 12. */
function missingEnd(text: string): string {
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

function onOneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => JSON.stringify(character).slice(1, -1));
}
