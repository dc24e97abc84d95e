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
import { indented, withEscape } from '../fixtures/samples/json-writings.ts';
import type { Address } from './address-update.ts';

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
