import {
  type Ask,
  type Case,
  cause,
  fail,
  type Judgement,
  ofHarness,
  orNothing,
  otherCase,
  type Request,
  refusalOfForm,
  withBody,
  withUnique,
} from '../engine/index.ts';
import type { Address } from './address-update.ts';

// In JSON, white space, the order of members and escapes have no meaning (RFC 8259).

export function writingsOfAddress(plain: Request, address: Address) {
  const reversed = Object.fromEntries(Object.entries(address).reverse());
  const texts = [
    ['with indented JSON', indented({ address })],
    ['with its members in another order', JSON.stringify({ address: reversed })],
    ['with an escaped letter', withEscape({ address }, String(address['line1'] ?? ''))],
  ] as const;
  return texts.map(([label, text]) => ({ label, request: withBody(plain, withUnique(text)) }));
}

/** RFC 9110 sections 5.1 and 5.3. */
export function withOtherFieldNames(plain: Request) {
  const headers = [...plain.headers]
    .reverse()
    .map(([name, value]) => [otherCase(name), value] as const);
  return { label: 'with header names in another case', request: { ...plain, headers } };
}

export const writingCauses = {
  'other-writing-refused': cause<{ change: string }>({
    title: ({ change }) => `a well-formed request is refused ${change}`,
    expected: 'a 2xx, as for the same request in its usual form',
    advice: [
      {
        suspect: 'A pattern or a comparison reads the raw text of the body or of the header names.',
        look: 'Read the parsed JSON, and find headers whatever the case of their names.',
      },
    ],
  }),
};

export async function judgeWritings(ask: Ask, plain: Request, writings: readonly Case[]) {
  const found: Judgement<typeof writingCauses>[] = [];
  for (const [nth, { label, request }] of writings.entries()) {
    const refusal = await refusalOfForm(ask, `written-${nth}`, request, plain).catch(orNothing);
    if (refusal) found.push(fail('other-writing-refused', { change: ofHarness(label) }, refusal));
  }
  return found;
}

/** RFC 8259 section 2. */
export const indented = (value: unknown) => JSON.stringify(value, null, 2);

/** Escapes the first letter of that string, if it has one. */
export function withEscape(value: unknown, text: string) {
  const marked = JSON.stringify(text.replace(letter, mark));
  const escaped = marked.replace(mark, () => `\\${escapeIn(text)}`);
  return JSON.stringify(value).replace(JSON.stringify(text), () => escaped);
}

/** The escaped string after its backslash. Undefined if it has no letter. */
export function undecoded(text: string) {
  const at = text.search(letter);
  return at < 0 ? undefined : `${escapeIn(text)}${text.slice(at + 1)}`;
}

const letter = /[A-Za-z]/;
/** A character that occurs in no address. */
const mark = '\uE000';

const escapeIn = (text: string) =>
  `u${text.charCodeAt(text.search(letter)).toString(16).padStart(4, '0')}`;
