import {
  type Ask,
  briefly,
  type Exchange,
  fail,
  isAnswered,
  type Judgement,
  otherCase,
  type Request,
  withBody,
  withUnique,
} from '../engine/index.ts';
import { type Address, takenBy } from './address-update.ts';
import { indented, withEscape } from './written-json.ts';

/** A request with the same meaning as another one. */
export interface Writing {
  /** How it differs, for people. */
  readonly label: string;
  readonly request: Request;
}

/** Returns the update with other JSON of the same meaning. */
export function writingsOfAddress(plain: Request, address: Address): readonly Writing[] {
  const reversed = Object.fromEntries(Object.entries(address).reverse());
  const escaped = withEscape({ address }, String(address['line1'] ?? ''));
  const texts = [
    ['with indented JSON', indented({ address })],
    ['with its members in another order', JSON.stringify({ address: reversed })],
    ...(escaped === undefined ? [] : [['with an escaped letter', escaped] as const]),
  ] as const;
  return texts.map(([label, text]) => ({ label, request: withBody(plain, withUnique(text)) }));
}

/**
 * Returns the request with its headers in another order and their names in another case (RFC 9110 sections 5.1 and
 * 5.3).
 */
export function withOtherFieldNames(plain: Request): Writing {
  const headers = [...plain.headers].reverse().map(([name, value]) => [otherCase(name), value] as const);
  return { label: 'with header names in another case', request: { ...plain, headers } };
}

/** What tells of the moment, of a lock or of a state, and not of how a request is written. */
const passing = [402, 408, 409, 412, 421, 423, 425, 428];

const isRefused = (exchange: Exchange): boolean =>
  isAnswered(exchange) && takenBy(exchange) === 'refused' && !passing.includes(exchange.answer.status);

/** How often a writing that was refused is sent again. */
const times = 2;

/**
 * Reports which writings of an accepted request are refused each time. The plain request must be accepted twice before
 * and once after, so that no limit, state or replica explains the refusal.
 */
export async function judgeWritings(
  ask: Ask,
  plain: Request,
  writings: readonly Writing[],
): Promise<readonly Judgement[]> {
  const found: Judgement[] = [];
  for (const [nth, { label, request }] of writings.entries()) {
    const step = `written-${nth}`;
    const first = await ask(step, request);
    if (!isRefused(first) || !(await isRefusedAgain(ask, step, plain, request))) continue;
    const expected = 'a 2xx, as for the same request in its usual form';
    found.push(fail(`a well-formed request is refused ${label}`, expected, briefly(first), first));
  }
  return found;
}

async function isRefusedAgain(ask: Ask, step: string, plain: Request, request: Request): Promise<boolean> {
  for (let nth = 1; nth <= times; nth++) {
    for (const name of ['before', 'before-too', 'again', 'after']) {
      const exchange = await ask(`${step}-${name}-${nth}`, name === 'again' ? request : plain);
      if (name === 'again' ? !isRefused(exchange) : takenBy(exchange) !== 'accepted') return false;
    }
  }
  return true;
}
