import { type Bound, jsonBody, scenario, withBody, withHeader } from '../../engine/index.ts';
import { refusedUpdateCauses } from '../address-classes.ts';
import { type Address, common, secondAddress, update } from '../address-update.ts';
import { judgeRefusedUpdates } from '../refused-updates.ts';
import { standard } from '../statements.ts';

export const refusedUnchanged = scenario({
  ...common,
  id: 'address/refused-unchanged',
  level: 'should',
  when: 'declared',
  needs: ['read-back'],
  section: `${common.section}; RFC 9110 section 15.5`,
  statement: standard['RFC 9110, section 15.5.1'],
  causes: refusedUpdateCauses,
  advice: [
    {
      suspect: 'The members are stored, or set on the loaded entity, before validation ends.',
      look: 'Validate the whole body before the first write, and discard the entity on a refusal.',
      when: [({ storesRefused }) => storesRefused || undefined],
    },
    {
      suspect: 'A queue or a retry stores the refused update later.',
      look: 'Queue only updates that passed validation.',
    },
    {
      suspect: 'The rollback of the refused update clears members or restores an older address.',
      look: 'Let the database roll back, and restore nothing by hand.',
      when: [({ storesRefused }) => storesRefused === false || undefined],
    },
  ],
  rule: 'A refused update changes nothing.',
  run: (bound, ask) => judgeRefusedUpdates(bound, ask, faulty(bound)),
});

/** A server may detect each mistake late. */
function faulty(bound: Bound) {
  const second = secondAddress(bound);
  const good = update(bound, second);
  const wrong = (label: string, changes: Readonly<Record<string, unknown>>) => {
    const of = (address: Address) => update(bound, { ...address, ...changes });
    return { label, request: of(second), of };
  };
  // The simplest first, so that a finding says which of these pass.
  return [
    {
      label: 'an update whose body is cut short',
      request: withBody(good, JSON.stringify({ address: second }).slice(0, -1)),
    },
    { label: 'an update in an array', request: withBody(good, jsonBody([{ address: second }])) },
    wrong('an update whose line1 is an array', { line1: [second['line1']] }),
    wrong('an update whose postalCode is an object', {
      postalCode: { value: second['postalCode'] },
    }),
    wrong('an update whose countryCode is lowercase', { countryCode: 'xx' }),
    wrong('an update whose countryCode is an object', {
      countryCode: { value: second['countryCode'] },
    }),
    { label: 'an update as text/plain', request: withHeader(good, 'Content-Type', 'text/plain') },
  ];
}
