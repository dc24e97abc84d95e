import { proveRequirement } from '../simulation/prove-requirement.ts';

proveRequirement('declared/ok', {
  invalid: [
    ['declared-endpoint-broken', 'refused'],
    ['declared-product-refused', 'refused'],
    ['declared-status-other', 'other-success'],
    ['savings-vault-error-as-success', 'error-as-success'],
  ],
});

proveRequirement('declared/schema', {
  invalid: [
    ['declared-schema-broken', 'other-schema'],
    ['savings-balance-as-text', 'other-schema'],
    ['new-user-id-in-capitals', 'other-schema'],
    ['savings-of-germans-as-text', 'other-schema'],
  ],
});

proveRequirement('declared/malformed-body', {
  invalid: [
    ['declared-body-unchecked', 'against-schema'],
    ['savings-note-unchecked', 'against-schema'],
    ['deposit-bounds-unchecked', 'against-schema'],
    ['deposit-members-unchecked', 'against-schema'],
    ['new-user-nested-unchecked', 'against-schema'],
    ['nationality-pattern-ends-early', 'line-break', { deep: true }],
    ['new-user-date-by-pattern', 'against-schema'],
    ['rare-deposit-inherited-name', 'against-schema', { deep: true }],
    ['savings-amount-coerced', 'against-schema'],
    ['rare-deposit-wraps', 'against-schema', { deep: true }],
    ['rare-deposit-exponent', 'against-schema', { deep: true }],
  ],
});
