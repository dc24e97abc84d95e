import {
  type Fail,
  fail,
  inconclusive,
  type NoViolation,
  orInconclusive,
  refusalOfForm,
  say,
  scenario,
} from '../../engine/index.ts';
import { addressesWithLetters } from '../../fixtures/samples/address.ts';
import { common, firstAddress, update } from '../address-update.ts';
import { spec } from '../statements.ts';

/** Shows whether the target serves the country at all. */
const digits = '10117';

/**
 * A target need not serve a country, so one that is accepted is enough. A refusal counts only if
 * the same address with digits is accepted.
 */
export const postalCodeLetters = scenario({
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
      const came = await refusalOfForm(ask, `country-${nth}`, update(bound, address), plain).catch(
        orInconclusive,
      );
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
});
