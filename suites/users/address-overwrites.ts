import {
  type Ask,
  type Bound,
  comparable,
  contains,
  Inconclusive,
  isAnswered,
  isPromised,
  marksIn,
  marksOf,
  observed,
  orNothing,
  type Request,
  type StoreStep,
  say,
  scenario,
  storeTrial,
  summary,
  takenBy,
  withBody,
  withUnique,
} from '../../engine/index.ts';
import {
  addressAbroad,
  neighbouringAddress,
  otherAddress,
  sampleAddress,
} from '../../fixtures/samples/address.ts';
import { withEscape } from '../../fixtures/samples/json-writings.ts';
import {
  type AddressPair,
  lostIn,
  neverUpdated,
  overwritingCauses,
  overwritingClasses,
  specialLine,
} from '../address-classes.ts';
import {
  type Address,
  abroadOf,
  common,
  firstAddress,
  inText,
  inTypeOf,
  putAddress,
  readBack,
  readBackUntil,
  secondAddress,
  update,
} from '../address-update.ts';
import { spec } from '../statements.ts';

export const overwrites = scenario({
  ...common,
  id: 'address/overwrites',
  level: 'must',
  when: 'declared',
  needs: ['read-back'],
  section: `${common.section}: the supplied address overwrites any existing address`,
  statement: spec.addressOverwrites,
  causes: overwritingCauses,
  rule: 'After two updates, the second address is stored.',
  run: async (bound, ask) => {
    const [first, second] = [firstAddress(bound), secondAddress(bound)];
    const pair = (step: string, old: Address, fresh: Address, how: Partial<Pair> = {}) =>
      overwriting(bound, ask, { step, old, fresh, request: update(bound, fresh), ...how });
    const special = { ...second, line2: specialLine };
    const abroad = abroadOf(bound);
    const judgements = await storeTrial(ask, {
      classes: overwritingClasses,
      steps: [pair('pair', first, second)],
      further: [
        // A server may lose every other update.
        pair('pair-2', first, second),
        // Strings and numbers may have different columns, of which one keeps the old value.
        ...(typeof second['postalCode'] === 'number' ? [pair('back', inText(second), first)] : []),
        // A lookup may be cached by postal code, city or country.
        ...(bound.profile.addresses ? [] : [pair('next-door', sampleAddress, neighbouringAddress)]),
        pair('corrected', second, first, { isCorrection: true }),
        pair('special', first, special, { request: withEscapedCity(bound, special) }),
        ...(abroad ? [pair('abroad', first, abroad)] : []),
      ],
    });
    const isHeld = judgements.every(({ kind }) => kind === 'pass');
    const line2 = isHeld ? await omitLine2(bound, ask).catch(orNothing) : undefined;
    await ask('home-again', update(bound, first));
    return line2 ? [...judgements, line2] : judgements;
  },
});

type Pair = Readonly<{
  step: string;
  old: Address;
  fresh: Address;
  request: Request;
  /** Sends the first update again right before the second, like a user who corrects a mistake. */
  isCorrection?: boolean;
}>;

/** Milliseconds in which a job of the mistaken update may still overwrite the correction. */
const backgroundWriteMs = 750;

function overwriting(bound: Bound, ask: Ask, pair: Pair): StoreStep<AddressPair> {
  const { step, old, fresh, request, isCorrection } = pair;
  const compared = comparable(old, fresh);
  const send: StoreStep<AddressPair>['send'] = async (name) => {
    if (compared.length === 0) {
      throw new Inconclusive(
        say`no member differs between the two addresses; set profile.addresses to two that differ`,
      );
    }
    await putAddress(bound, ask, `${name}-first`, old);
    const before = await readBackUntil(bound, ask, `${name}-first-read`, (one) =>
      contains(one, compared, 'old'),
    );
    if (isCorrection) {
      await ask.until(before.exchange.endedAt + backgroundWriteMs);
      await putAddress(bound, ask, `${name}-slip`, old);
    }
    const second = await ask(`${name}-second`, request);
    if (takenBy(second) !== 'accepted') {
      const cure = 'set a second address in profile.addresses';
      throw new Inconclusive(say`the second update is not accepted: ${summary(second)}; ${cure}`);
    }
    if (isCorrection) await ask.until(second.endedAt + backgroundWriteMs);
    return async (reading) => {
      const after = await readBack(bound, ask, reading);
      const paired = { old, fresh, before, after, isPromised: isPromised(second) };
      const read = { exchange: after.exchange, update: second, ...paired };
      if (!bound.hasSecondUser || lostIn(read).length === 0) return read;
      const others = await readBack(bound, ask, `${reading}-others`, 'second').catch(orNothing);
      return others ? { ...read, others } : read;
    };
  };
  const elsewhere = { step, send: (name: string) => sendElsewhere(bound, ask, pair, name) };
  return { step, send, again: (_read, name) => (name === neverUpdated ? [elsewhere] : undefined) };
}

/**
 * The two addresses may share a town or a street. A member that is never updated stays in another
 * town too. If no further address is accepted, repeats built-in ones, whose members all differ.
 */
async function sendElsewhere(bound: Bound, ask: Ask, pair: Pair, name: string) {
  const { step, fresh } = pair;
  const builtIn = [addressAbroad, sampleAddress, otherAddress].map((address) =>
    inTypeOf(fresh, address),
  );
  const further: readonly Address[] = [...(bound.profile.addresses?.slice(2) ?? []), ...builtIn];
  for (const [nth, to] of further.filter(({ city }) => city !== fresh['city']).entries()) {
    const moved = overwriting(bound, ask, {
      step,
      old: fresh,
      fresh: to,
      request: update(bound, to),
    });
    const read = await moved.send(`${name}-elsewhere-${nth}`).catch(orNothing);
    if (read) return read;
  }
  return bound.profile.addresses ? undefined : overwriting(bound, ask, pair).send(name);
}

function withEscapedCity(bound: Bound, address: Address): Request {
  return withBody(
    update(bound, address),
    withUnique(withEscape({ address }, String(address['city'] ?? ''))),
  );
}

async function omitLine2(bound: Bound, ask: Ask) {
  const { line2, ...rest } = firstAddress(bound);
  const [mark] = marksOf({ line2: secondAddress(bound)['line2'] }, { line2 }).first;
  if (mark === undefined) return undefined;
  await putAddress(bound, ask, 'with-line2', secondAddress(bound));
  const exchange = await ask('without-line2', update(bound, rest));
  if (!isAnswered(exchange)) return undefined;
  if (takenBy(exchange) !== 'accepted')
    return observed(say`an address without line2: ${exchange.answer.status}`);
  const stored = await readBack(bound, ask, 'without-line2-read');
  return observed(
    marksIn(stored, [mark]).length > 0
      ? say`an omitted line2 survives`
      : say`an omitted line2 is cleared`,
  );
}
