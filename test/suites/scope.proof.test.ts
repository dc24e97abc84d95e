import { proveRequirement } from '../simulation/prove-requirement.ts';

proveRequirement('scope/guides-required', {
  claim: ['learn'],
  valid: ['user-before-scope'],
  invalid: [
    ['scope-passed-by-trailing-slash', 'spelling-served', { deep: true }],
    ['scope-of-the-bare-address', 'spelling-served', { deep: true }],
    ['scope-not-checked', 'accepted'],
    ['scope-by-substring', 'accepted'],
    ['scope-any-of-the-service', 'accepted'],
    ['scope-not-checked-in-german', 'accepted'],
    ['scopes-remembered-by-user', 'accepted'],
    ['listing-cached-before-scope-check', 'accepted'],
    ['scope-unknown-at-once', 'accepted'],
    ['connection-keeps-the-role', 'accepted'],
    ['permission-once-given-stays', 'accepted'],
    ['scope-not-checked-by-one-worker', 'accepted'],
    ['scope-refused-with-401', 'other-status'],
    ['scope-refused-with-404', 'other-status'],
    ['scope-missing-empty-listing', 'accepted'],
  ],
});

proveRequirement('scope/guides-sufficient', {
  claim: ['learn'],
  invalid: [
    ['scope-beyond-the-stated', 'refused'],
    ['guides-forbidden-in-german', 'refused'],
    ['scope-read-as-list', 'refused'],
    ['scope-refusal-cached-by-user', 'refused'],
    ['listing-403-behind-a-denial', 'refused'],
    ['guides-forbidden-in-german-now-and-then', 'refused'],
    [
      'guides-forbidden-now-and-then',
      'refused',
      { sent: ['user/isolation', 'guides/order-stable'] },
    ],
  ],
});

proveRequirement('scope/forged-scope', {
  claim: ['learn'],
  invalid: [
    ['verification-cached-by-token-id', 'accepted'],
    ['scope-from-unverified-payload', 'accepted'],
    ['scope-from-unverified-long-token', 'accepted'],
  ],
});

proveRequirement('scope/declared', {
  claim: ['learn'],
  invalid: [
    ['declared-scope-not-checked', 'accepted'],
    ['declared-scope-by-substring', 'accepted'],
    ['glossary-scope-not-checked', 'accepted'],
    ['declared-scope-refused-with-404', 'other-status'],
  ],
});
