import { type Answer, fieldValues } from '../exchange/index.ts';

const longest = 2_000;

/**
 * Those that a response sets and does not delete, as a client sends them back (RFC 6265 section
 * 5.4).
 */
export function cookiesIn({ headers }: Pick<Answer, 'headers'>, now: number) {
  const cookies = new Map<string, string>();
  for (const line of fieldValues(headers, 'set-cookie')) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [, name] = /^([^\s=;,"]+)=[!-~]+$/.exec(pair) ?? [];
    if (name !== undefined && !attributes.some((attribute) => takesAway(attribute, now)))
      cookies.set(name, pair);
  }
  let kept = '';
  for (const pair of cookies.values()) {
    const longer = kept === '' ? pair : `${kept}; ${pair}`;
    if (longer.length <= longest) kept = longer;
  }
  return kept === '' ? undefined : kept;
}

function takesAway(attribute: string, now: number) {
  const [name = '', value = ''] = attribute.split('=');
  if (/^max-age$/i.test(name)) return Number(value) <= 0;
  return /^expires$/i.test(name) && Date.parse(value) <= now;
}
