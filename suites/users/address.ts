import {
  type Ask,
  type Bound,
  type Exchange,
  type Fail,
  fail,
  Inconclusive,
  inconclusive,
  isAnswered,
  isApiError,
  judgeAccepted,
  judgePositive,
  type NoViolation,
  observed,
  orInconclusive,
  orNothing,
  pass,
  positiveCauses,
  refusalOfForm,
  say,
  scenario,
  statusOf,
  suite,
  summary,
  takenBy,
  usualLag,
} from '../../engine/index.ts';
import { addressesWithLetters, sampleAddress } from '../../fixtures/samples/address.ts';
import { type Address, common, firstAddress, secondAddress, update } from '../address-update.ts';
import { why } from '../advice.ts';
import { spec } from '../statements.ts';
import {
  judgeWritings,
  withOtherFieldNames,
  writingCauses,
  writingsOfAddress,
} from '../written-otherwise.ts';
import { isolation } from './address-isolation.ts';
import { overwrites } from './address-overwrites.ts';
import { refusedRequirements, refusedUnchanged } from './address-refused.ts';

/** Such as a 304 for an address that is already stored. */
function isElsewhere(exchange: Exchange) {
  const status = statusOf(exchange) ?? 0;
  return status >= 300 && status < 400;
}

/** The body only counts if the profile pins a schema. */
function judgeUpdate(exchange: Exchange, bound: Bound) {
  const judgement = judgeAccepted(exchange, bound);
  if (judgement.kind !== 'pass' || !isAnswered(exchange)) return [judgement];
  return bound.endpoint.responseSchema === undefined
    ? [judgement, observed(summary(exchange))]
    : judgePositive(exchange, bound);
}

type CodeType = 'number' | 'string';

export function postalCodes({ profile }: Bound, address: Address) {
  const { postalCode } = address;
  const text = ['string', 'number'].includes(typeof postalCode) ? String(postalCode) : undefined;
  const number =
    text !== undefined && String(Number(text)) === text ? Number(text) : sampleAddress.postalCode;
  // The target need not accept a foreign code, or one without its leading zero.
  const variant = (code: number | string) => ({
    address: { ...address, postalCode: code },
    // Unchanged from the operator, or built-in.
    given: profile.addresses === undefined || typeof postalCode === typeof code,
  });
  return { number: variant(number), string: variant(text ?? String(sampleAddress.postalCode)) };
}

const ofPostalCode = {
  number: [
    {
      suspect: 'The schema or the class declares postalCode as a string only.',
      look: 'Declare it as number or string, and convert it to a string after validation.',
      when: ['4xx', '!5xx'],
    },
    {
      suspect: 'The number is stored in an integer type that is too small.',
      look: 'Store postal codes as text.',
      when: ['5xx'],
    },
  ],
  string: [
    {
      suspect: 'The schema or the class declares postalCode as a number only.',
      look: 'Declare it as number or string, and store it as text.',
      when: ['4xx', '!5xx'],
    },
    {
      suspect: 'The string branch has another rule, or sends an error with a success status.',
      look: 'Compare the code that a number reaches with the code that a string reaches.',
    },
  ],
} as const;

const otherType = { number: 'string', string: 'number' } as const;

function postalCodeRow(type: CodeType) {
  return scenario({
    ...common,
    id: `address/postal-code-${type}`,
    statement: spec.postalCode,
    causes: {
      refused: {
        title: `a postalCode that is a ${type} is refused`,
        expected: `a 2xx, as for the same address with a ${otherType[type]}`,
      },
    },
    advice: ofPostalCode[type],
    level: 'must',
    rule: `A postalCode that is a ${type} is accepted.`,
    run: async (bound, ask) => {
      const judged = await judgePostalCode(bound, ask, type, firstAddress(bound));
      if (judged.kind === 'fail') return [judged];
      // One code may be accepted and another not.
      const other = await judgePostalCode(bound, ask, type, secondAddress(bound), 'other-').catch(
        orNothing,
      );
      return [other ?? judged];
    },
  });
}

/** Counts only if the code is accepted in the other type. */
async function judgePostalCode(
  bound: Bound,
  ask: Ask,
  type: CodeType,
  address: Address,
  prefix = '',
) {
  const codes = postalCodes(bound, address);
  const form = update(bound, codes[type].address);
  const plain = update(bound, codes[otherType[type]].address);
  const refusal = await refusalOfForm(ask, `${prefix}as-${type}`, form, plain);
  if (!refusal) return pass();
  if (!codes[type].given && isApiError(refusal)) {
    const cure = `give an address whose postalCode is a ${type} in profile.addresses`;
    throw new Inconclusive(
      say`refused, but the harness converted this postalCode from another type; ${cure}`,
    );
  }
  return fail('refused', {}, refusal);
}

/** After another address, because this one may be stored already. */
async function sendTwice(bound: Bound, ask: Ask, step: string) {
  await ask(`${step}-another`, update(bound, secondAddress(bound)));
  let address = firstAddress(bound);
  let first = await ask(`${step}-first`, update(bound, address));
  if (takenBy(first) === 'refused') {
    // This address was sent before, so try a new one. A rate limit on updates may expire meanwhile.
    await ask.until(first.endedAt + usualLag);
    address = {
      ...address,
      line2: `Door ${(bound.seed % 9_000) + (step === 'once' ? 1_000 : 1_001)}`,
    };
    first = await ask(`${step}-fresh`, update(bound, address));
  }
  if (takenBy(first) !== 'accepted') {
    throw new Inconclusive(say`the well-formed request is not accepted: ${summary(first)}`);
  }
  const second = await ask(`${step}-second`, update(bound, address));
  if (takenBy(second) === 'accepted') return pass();
  if (takenBy(second) === 'unclear' && !isElsewhere(second))
    throw new Inconclusive(summary(second));
  return fail('refused', {}, second);
}

/** Shows whether the target serves the country at all. */
const digits = '10117';

export const address = suite('address', [
  scenario({
    ...common,
    id: 'address/accepted',
    statement: spec.addressBody,
    causes: { ...positiveCauses, ...writingCauses },
    advice: [why.extraInput, why.firewall, why.stricterRoute],
    level: 'must',
    rule: 'An address with members of the specified types is accepted.',
    run: async (bound, ask) => {
      const address = firstAddress(bound);
      const plain = update(bound, address);
      const first = await ask('address', plain);
      const taken = takenBy(first);
      if (taken === 'accepted') {
        const writings = [...writingsOfAddress(plain, address), withOtherFieldNames(plain)];
        return [...judgeUpdate(first, bound), ...(await judgeWritings(ask, plain, writings))];
      }
      // Other requirements judge one refused type, and an address that is already stored.
      const codes = Object.values(postalCodes(bound, address)).map((code) => code.address);
      const others =
        taken === 'refused' || isElsewhere(first) ? [...codes, secondAddress(bound)] : [];
      for (const [nth, other] of others.entries()) {
        const exchange = await ask(`other-${nth}`, update(bound, other));
        if (takenBy(exchange) === 'accepted') return judgeUpdate(exchange, bound);
      }
      return judgeUpdate(first, bound);
    },
  }),
  postalCodeRow('number'),
  postalCodeRow('string'),
  scenario({
    ...common,
    id: 'address/repeatable',
    statement: spec.addressOverwrites,
    causes: {
      refused: {
        title: 'an update is refused when repeated',
        expected: 'a 2xx, as the first time',
      },
    },
    advice: [
      {
        suspect: 'The code treats an update without changes as a conflict or as not modified.',
        look: 'Respond with success to an equal address.',
        when: ['4xx', '!5xx'],
      },
      {
        suspect: 'A duplicate filter, lock or rate limit refuses the second update.',
        look: 'Filter repeated idempotency keys only, and use 429 for a rate limit.',
        when: ['4xx'],
      },
    ],
    level: 'must',
    rule: 'The same address sent twice is accepted twice.',
    run: async (bound, ask) => {
      const judged = await sendTwice(bound, ask, 'once');
      if (judged.kind === 'pass') return [judged];
      const again = await sendTwice(bound, ask, 'once-more').catch(orNothing);
      if (again?.kind === 'fail') return [again];
      throw new Inconclusive(say`the repeated update was refused once, and not again`);
    },
  }),
  /**
   * A target need not serve a country, so one that is accepted is enough. A refusal counts only if
   * the same address with digits is accepted.
   */
  scenario({
    ...common,
    id: 'address/postal-code-letters',
    level: 'should',
    // Responses may depend on the user's country.
    lane: 'alone',
    rule: 'A postalCode of letters and digits is accepted with a country whose codes have them.',
    section: `${common.section}; UPU S42`,
    statement: spec.postalCode,
    causes: {
      refused: {
        title: 'a postalCode with letters is refused',
        expected: `a 2xx, as for the same address with ${digits}`,
      },
    },
    advice: [
      {
        suspect: 'A pattern allows digits only, as in one country.',
        look: 'Use a pattern for each country, or accept letters, digits, spaces and hyphens.',
        when: ['4xx', '!5xx'],
      },
      {
        suspect: 'The string is parsed as a number.',
        look: 'Store postal codes as text, and remove the conversion.',
        when: ['5xx'],
      },
    ],
    run: async (bound, ask) => {
      const own = (bound.profile.addresses ?? []).filter(({ postalCode }) =>
        /[a-z]/i.test(String(postalCode)),
      );
      let judged: NoViolation | Fail<'refused'> = inconclusive(say`no address was sent`);
      for (const [nth, address] of [...own, ...addressesWithLetters].entries()) {
        const plain = update(bound, { ...address, postalCode: digits });
        const came = await refusalOfForm(
          ask,
          `country-${nth}`,
          update(bound, address),
          plain,
        ).catch(orInconclusive);
        if (came === undefined) {
          await ask('put-back', update(bound, firstAddress(bound)));
          return [{ kind: 'pass' }];
        }
        if (judged.kind === 'fail') continue;
        judged = 'kind' in came ? came : fail('refused', {}, came);
      }
      await ask('put-back', update(bound, firstAddress(bound)));
      return [judged];
    },
  }),
  ...refusedRequirements,
  overwrites,
  isolation,
  refusedUnchanged,
]);
