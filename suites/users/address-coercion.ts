import { scenario } from '../../engine/index.ts';
import { type Address, firstAddress, update } from '../address-update.ts';
import { observeAnswers } from '../observed-bodies.ts';
import { common } from './section.ts';

const members = ['line1', 'line2', 'city', 'postalCode', 'countryCode'] as const;

/** The address with a member of another scalar type, null, or not there at all. */
export function openAddresses(address: Address): readonly { readonly label: string; readonly address: Address }[] {
  const changed = members.flatMap((name) => {
    const { [name]: _former, ...rest } = address;
    return [
      ...(name === 'postalCode' ? [] : [{ label: `${name} a number`, address: { ...address, [name]: 7 } }]),
      { label: `${name} true`, address: { ...address, [name]: true } },
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
  level: 'observe',
  // Whoever else shows the address would show what is no well-formed one.
  lane: 'alone',
  rule: 'Reports how the endpoint handles null, missing members and scalars of another type.',
  run: async (bound, ask) => {
    const open = openAddresses(firstAddress(bound));
    const requests = open.map(({ label, address }) => ({ label, request: update(bound, address) }));
    const judgements = await observeAnswers(bound, ask, requests);
    // What was stored of them is not left for others to read.
    await ask('after', bound.wellFormed());
    return judgements;
  },
});
