import type { Ask, Bound } from '../../engine/index.ts';
import { addressAbroad, otherAddress, sampleAddress } from '../../fixtures/samples/address.ts';
import { readBackUntil } from '../address-read-back.ts';
import { type Address, inTypeOf, settle } from '../address-update.ts';
import { comparable, isReplaced, isStuck, judgeStored, shows } from './address-compared.ts';

/**
 * Updates the address to another town, and reports whether a member keeps its value there too. If the target accepts no
 * other address, returns true for the built-in addresses, which share no town and no street.
 */
export async function staysElsewhere(bound: Bound, ask: Ask, step: string, from: Address): Promise<boolean> {
  const isBuiltIn = bound.profile.addresses === undefined;
  for (const [nth, to] of elsewhere(bound, from).entries()) {
    const compared = comparable(from, to);
    if ((await settle(bound, ask, `${step}-${nth}-from`, from)) !== undefined) continue;
    const before = await readBackUntil(bound, ask, `${step}-${nth}-from-read`, (one) => shows(one, compared, 'old'));
    if ((await settle(bound, ask, `${step}-${nth}`, to)) !== undefined) continue;
    const after = await readBackUntil(bound, ask, `${step}-${nth}-read`, (one) => isReplaced(one, compared));
    if (typeof before === 'string' || typeof after === 'string') continue;
    return isStuck(judgeStored(before, after, compared, false));
  }
  return isBuiltIn;
}

/** Further addresses of the operator's, else built-in ones, abroad first; those in another town. */
function elsewhere({ profile }: Bound, from: Address): readonly Address[] {
  const further: readonly Address[] = profile.addresses?.slice(2) ?? [];
  const builtIn = [addressAbroad, sampleAddress, otherAddress].map((address) => inTypeOf(from, address));
  return [...further, ...builtIn].filter(({ city }) => city !== from['city']);
}
