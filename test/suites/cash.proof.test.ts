import { proveRequirement, shownBy } from '../simulation/prove-requirement.ts';

proveRequirement('cash/ok', {
  invalid: [
    ['cash-amounts-as-text-from-cache', 'other-schema'],
    ['cash-locked-by-its-reader', 'refused'],
    ['cash-view-emptied', 'refused'],
    ['cash-unauthorised-by-one-worker', 'refused'],
    ['user-header-name-with-case', 'other-case'],
    ['cash-moved', 'refused'],
    ['cash-error-as-success', 'error-as-success'],
    ...shownBy({ claim: ['cash', 'learn'] }, [
      ['connection-bound-to-first-user', 'refused'],
      ['cash-refused', 'refused'],
      ['cash-demands-content-type', 'refused'],
      ['cash-not-found', 'refused'],
      ['cash-redirected-in-german', 'refused'],
    ]),
  ],
});
