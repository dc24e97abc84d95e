import { proveRequirement, shownBy } from '../simulation/prove-requirement.ts';

proveRequirement('portfolios/ok', {
  valid: ['users-who-hold-nothing'],
  invalid: [
    ['portfolios-read-by-one-iterator', 'refused'],
    ['portfolios-without-returns-after-a-while', 'other-schema'],
    ['portfolios-from-dead-process', 'refused'],
    ['portfolios-error-as-success', 'error-as-success'],
    ...shownBy({ claim: ['portfolios', 'learn'] }, [
      ['portfolios-refused', 'refused'],
      ['portfolios-refused-in-german', 'refused'],
      ['portfolios-not-found', 'refused'],
      ['portfolios-need-another-method', 'refused'],
    ]),
  ],
});
