import { proveRequirement } from '../simulation/prove-requirement.ts';

proveRequirement('portfolios/ok', {
  invalid: [
    ['portfolios-read-by-one-iterator', 'refused'],
    ['portfolios-without-returns-after-a-while', 'other-schema'],
    ['portfolios-from-dead-process', 'refused'],
    ['portfolios-refused', 'refused'],
    ['portfolios-refused-in-german', 'refused'],
    ['portfolios-not-found', 'refused'],
    ['portfolios-need-another-method', 'refused'],
    ['portfolios-error-as-success', 'error-as-success'],
  ],
});
