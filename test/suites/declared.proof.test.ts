import { proveRequirement, shownBy } from '../simulation/prove-requirement.ts';

proveRequirement('declared/ok', {
  invalid: [
    ['declared-endpoint-broken', 'refused'],
    ['declared-product-refused', 'refused', { claim: ['investment-products'] }],
    ['declared-status-other', 'other-success', { claim: ['test'] }],
    ['savings-vault-error-as-success', 'error-as-success', { claim: ['savings-vault'] }],
  ],
});

proveRequirement('declared/schema', {
  claim: ['savings-vault'],
  invalid: [
    ['declared-schema-broken', 'other-schema', { claim: ['investment-products'] }],
    ['savings-balance-as-text', 'other-schema'],
    ['savings-of-germans-as-text', 'other-schema'],
    ['new-user-id-in-capitals', 'other-schema', { claim: ['users'] }],
  ],
});

proveRequirement('declared/malformed-body', {
  claim: ['test'],
  valid: ['new-users-trimmed'],
  invalid: [
    ['deposit-bounds-unchecked', 'against-schema'],
    ['deposit-members-unchecked', 'against-schema'],
    ['new-user-nested-unchecked', 'against-schema', { claim: ['users'] }],
    ['new-user-date-by-pattern', 'against-schema', { claim: ['users'] }],
    ['nationality-pattern-ends-early', 'line-break', { claim: ['users'], deep: true }],
    ...shownBy({ claim: ['savings-orders'] }, [
      ['declared-body-unchecked', 'against-schema'],
      ['savings-note-unchecked', 'against-schema'],
      ['savings-amount-coerced', 'against-schema'],
    ]),
    ...shownBy({ deep: true }, [
      ['rare-deposit-inherited-name', 'against-schema'],
      ['rare-deposit-wraps', 'against-schema'],
      ['rare-deposit-exponent', 'against-schema'],
    ]),
  ],
});
