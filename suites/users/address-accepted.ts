import {
  type Ask,
  type Bound,
  briefly,
  type Exchange,
  fail,
  Inconclusive,
  isAnswered,
  isApiError,
  type Judgement,
  judgeAccepted,
  judgePositive,
  observed,
  orNothing,
  pass,
  refusalOfForm,
  scenario,
  takenBy,
  usualLag,
} from '../../engine/index.ts';
import { sampleAddress } from '../../fixtures/samples/address.ts';
import { type Address, firstAddress, secondAddress, update } from '../address-update.ts';
import { judgeWritings, withOtherFieldNames, writingsOfAddress } from '../written-otherwise.ts';
import { common } from './section.ts';

const accepted = scenario({
  ...common,
  id: 'address/accepted',
  level: 'must',
  rule: 'An address with members of the specified types is accepted.',
  brokenBy: [
    'address-refused',
    'second-line-refused',
    'address-redirected',
    'address-with-line-breaks-refused',
    'address-members-in-one-order',
    'address-with-escapes-refused',
    'user-header-in-one-case',
  ],
  run: async (bound, ask) => {
    const first = await ask('address', update(bound, firstAddress(bound)));
    if (takenBy(first) !== 'refused' && !isElsewhere(first)) {
      const address = firstAddress(bound);
      const otherwise = takenBy(first) === 'accepted' ? await askOtherwise(bound, ask, address) : [];
      return [...judgeUpdate(first, bound), ...otherwise];
    }
    // Other requirements judge a refusal of one type of postal code, or of the address that is already stored.
    for (const [nth, other] of [
      ...postalCodes(bound, firstAddress(bound)).map(({ address }) => address),
      secondAddress(bound),
    ].entries()) {
      const exchange = await ask(`other-${nth}`, update(bound, other));
      if (takenBy(exchange) === 'accepted') return judgeUpdate(exchange, bound);
    }
    return judgeUpdate(first, bound);
  },
});

/** Sends the same address as other clients write it. */
function askOtherwise(bound: Bound, ask: Ask, address: Address): Promise<readonly Judgement[]> {
  const plain = update(bound, address);
  return judgeWritings(ask, plain, [...writingsOfAddress(plain, address), withOtherFieldNames(plain)]);
}

/** Reports whether it is a 3xx, such as a 304 for an address that is already stored: neither accepted nor refused. */
const isElsewhere = (exchange: Exchange) =>
  isAnswered(exchange) && exchange.answer.status >= 300 && exchange.answer.status < 400;

/** Judges an accepted update. The body only counts if the profile pins a schema. */
function judgeUpdate(exchange: Exchange, bound: Bound): readonly Judgement[] {
  const judgement = judgeAccepted(exchange, bound);
  if (judgement.kind !== 'pass' || !isAnswered(exchange)) return [judgement];
  if (bound.endpoint.responseSchema !== undefined) return judgePositive(exchange, bound);
  return [judgement, observed(briefly(exchange))];
}

interface Variant {
  readonly type: 'number' | 'string';
  readonly address: Address;
  /** Whether the address comes unchanged from the operator, or is built-in. */
  readonly given: boolean;
}

/** Returns the address with its postal code as a number, and as a string. */
export function postalCodes({ profile }: Bound, address: Address): readonly [asNumber: Variant, asString: Variant] {
  const { postalCode } = address;
  const text = typeof postalCode === 'string' || typeof postalCode === 'number' ? String(postalCode) : undefined;
  const number = text !== undefined && String(Number(text)) === text ? Number(text) : sampleAddress.postalCode;
  const isBuiltIn = profile.addresses === undefined;
  const variant = (type: Variant['type'], code: unknown): Variant => ({
    type,
    address: { ...address, postalCode: code },
    // The target need not accept a code of another country, or one without its leading zero.
    given: isBuiltIn || typeof postalCode === type,
  });
  return [variant('number', number), variant('string', text ?? String(sampleAddress.postalCode))];
}

function postalCodeRow(type: Variant['type'], brokenBy: readonly string[]) {
  return scenario({
    ...common,
    id: `address/postal-code-${type}`,
    level: 'must',
    rule: `A postalCode that is a ${type} is accepted.`,
    brokenBy,
    run: async (bound, ask) => {
      const judged = await judgePostalCode(bound, ask, type, firstAddress(bound));
      if (judged.kind === 'fail') return [judged];
      // One code may be accepted and another not. This requirement does not judge whether the second address is accepted.
      const other = await judgePostalCode(bound, ask, type, secondAddress(bound), 'other-').catch(orNothing);
      return [other ?? judged];
    },
  });
}

/** Only if the code in the other type is accepted does a refusal concern the type. */
async function judgePostalCode(
  bound: Bound,
  ask: Ask,
  type: Variant['type'],
  address: Address,
  prefix = '',
): Promise<Judgement> {
  const codes = postalCodes(bound, address);
  const [own, control] = type === 'number' ? codes : ([codes[1], codes[0]] as const);
  const [form, plain] = [update(bound, own.address), update(bound, control.address)];
  const refusal = await refusalOfForm(ask, `${prefix}as-${type}`, form, plain);
  if (!refusal) return pass();
  if (!own.given && isApiError(refusal)) {
    const cure = `give an address whose postalCode is a ${type} in profile.addresses`;
    throw new Inconclusive(
      `refused, but the harness converted the postalCode of this address from another type; ${cure}`,
    );
  }
  const expected = `a 2xx, as for the same address with a ${control.type}`;
  return fail(`a postalCode that is a ${type} is refused`, expected, briefly(refusal), refusal);
}

const repeatable = scenario({
  ...common,
  id: 'address/repeatable',
  level: 'must',
  rule: 'The same address sent twice is accepted twice.',
  brokenBy: ['second-update-refused', 'unchanged-address-conflicts'],
  run: async (bound, ask) => {
    const judged = await sendTwice(bound, ask, 'once');
    if (judged.kind === 'pass') return [judged];
    const again = await sendTwice(bound, ask, 'once-more').catch(orNothing);
    if (again?.kind === 'fail') return [again];
    throw new Inconclusive('the repeated update was refused once, and not again');
  },
});

/** Sends another address first, because this one may be stored already. Then sends this one twice. */
async function sendTwice(bound: Bound, ask: Ask, step: string): Promise<Judgement> {
  await ask(`${step}-another`, update(bound, secondAddress(bound)));
  let address = firstAddress(bound);
  let first = await ask(`${step}-first`, update(bound, address));
  if (takenBy(first) === 'refused') {
    // The run has sent this address before, so try a new one. The pause lets a rate limit on updates expire.
    await ask.until(first.endedAt + usualLag);
    address = { ...address, line2: `Door ${(bound.seed % 9_000) + (step === 'once' ? 1_000 : 1_001)}` };
    first = await ask(`${step}-fresh`, update(bound, address));
  }
  if (takenBy(first) !== 'accepted') {
    throw new Inconclusive(`the well-formed request is not accepted: ${briefly(first)}`);
  }
  const second = await ask(`${step}-second`, update(bound, address));
  if (takenBy(second) === 'accepted') return pass();
  if (takenBy(second) === 'unclear' && !isElsewhere(second)) throw new Inconclusive(briefly(second));
  return fail('an update is refused when repeated', 'a 2xx, as the first time', briefly(second), second);
}

/** Requirements on accepted updates. */
export const acceptedRequirements = [
  accepted,
  postalCodeRow('number', [
    'postal-code-number-refused',
    'postal-code-number-too-large',
    'postal-code-number-in-sixteen-bits',
  ]),
  postalCodeRow('string', ['postal-code-string-refused', 'postal-code-digits-refused']),
  repeatable,
] as const;
