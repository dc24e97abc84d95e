import { scenario, specifiedMembers } from '../../engine/index.ts';
import { type Address, common, firstAddress, update } from '../address-update.ts';
import { why } from '../advice.ts';
import { observeAnswers } from '../observed-bodies.ts';
import { spec } from '../statements.ts';

/** Each member as another scalar, null or missing. */
export function openAddresses(
  address: Address,
): readonly { readonly label: string; readonly address: Address }[] {
  // One of the number and the boolean is falsy.
  const changed = specifiedMembers.flatMap((name, nth) => {
    const [number, boolean] = nth % 2 === 0 ? ([7, false] as const) : ([0, true] as const);
    const { [name]: _former, ...rest } = address;
    return [
      ...(name === 'postalCode'
        ? []
        : [{ label: `${name} ${number}`, address: { ...address, [name]: number } }]),
      { label: `${name} ${boolean}`, address: { ...address, [name]: boolean } },
      { label: `${name} null`, address: { ...address, [name]: null } },
      { label: `${name} empty`, address: { ...address, [name]: '' } },
      { label: `no ${name}`, address: rest },
    ];
  });
  return [
    ...changed.filter(({ label }) => label !== 'countryCode empty'),
    { label: 'a fraction as postalCode', address: { ...address, postalCode: 1.5 } },
    { label: 'a negative postalCode', address: { ...address, postalCode: -1 } },
    { label: 'an unspecified member', address: { ...address, m2mUnexpected: true } },
    { label: 'an empty address', address: {} },
  ];
}

export const coercion = scenario({
  ...common,
  id: 'address/coercion',
  statement: spec.addressNotShown,
  advice: why.unspecified,
  level: 'observe',
  // Other requirements must not see a malformed address.
  lane: 'alone',
  rule: 'Reports how the endpoint handles null, missing members and scalars of another type.',
  run: async (bound, ask) => {
    const open = openAddresses(firstAddress(bound));
    const requests = open.map(({ label, address }) => ({ label, request: update(bound, address) }));
    const judgements = await observeAnswers(bound, ask, requests);
    await ask('after', bound.wellFormed());
    return judgements;
  },
});
