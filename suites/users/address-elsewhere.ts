import { type Ask, type Bound, type Judgement, orNothing } from '../../engine/index.ts';
import { addressAbroad, otherAddress, sampleAddress } from '../../fixtures/samples/address.ts';
import { readBackUntil } from '../address-read-back.ts';
import { type Address, inTypeOf, putAddress } from '../address-update.ts';
import { comparable, isReplaced, isStuck, judgeStored, shows } from './address-compared.ts';

/**
 * Updates the address to another town, and reports whether a member keeps its value there too. If the target accepts no
 * other address, returns true for the built-in addresses, which share no town and no street.
 */
export async function staysElsewhere(bound: Bound, ask: Ask, step: string, from: Address): Promise<boolean> {
  const isBuiltIn = bound.profile.addresses === undefined;
  for (const [nth, to] of elsewhere(bound, from).entries()) {
    const judgement = await judgeMove(bound, ask, `${step}-${nth}`, from, to).catch(orNothing);
    if (judgement) return isStuck(judgement);
  }
  return isBuiltIn;
}

async function judgeMove(bound: Bound, ask: Ask, step: string, from: Address, to: Address): Promise<Judgement> {
  const compared = comparable(from, to);
  await putAddress(bound, ask, `${step}-from`, from);
  const before = await readBackUntil(bound, ask, `${step}-from-read`, (one) => shows(one, compared, 'old'));
  await putAddress(bound, ask, step, to);
  const after = await readBackUntil(bound, ask, `${step}-read`, (one) => isReplaced(one, compared));
  return judgeStored(before, after, compared, false);
}

/** Further addresses of the operator's, else built-in ones, abroad first; those in another town. */
function elsewhere({ profile }: Bound, from: Address): readonly Address[] {
  const further: readonly Address[] = profile.addresses?.slice(2) ?? [];
  const builtIn = [addressAbroad, sampleAddress, otherAddress].map((address) => inTypeOf(from, address));
  return [...further, ...builtIn].filter(({ city }) => city !== from['city']);
}
