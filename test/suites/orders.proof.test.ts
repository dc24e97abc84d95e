import { proveRequirement, shownBy } from '../simulation/prove-requirement.ts';

proveRequirement('orders/accepted', {
  valid: ['orders-with-amounts-as-text'],
  invalid: [
    ['order-with-line-breaks-refused', 'other-writing-refused:with indented JSON'],
    ['order-refused', 'refused'],
    ['order-amount-needs-text', 'refused'],
    ['order-sides-in-capitals', 'refused'],
    ['order-whole-amount-refused', 'refused'],
    ['order-isin-check-digit-wrong', 'refused'],
    ['orders-error-as-success', 'error-as-success'],
  ],
});

proveRequirement('orders/malformed-json', {
  invalid: [
    ['connection-keeps-the-order', 'accepted-after-valid', { deep: true }],
    ['order-broken-json-accepted', 'accepted'],
    ['german-order-broken-json-accepted', 'accepted'],
  ],
});

proveRequirement('orders/json-extensions', {
  invalid: [
    ['order-comma-tolerated', 'accepted:a trailing comma'],
    ['order-infinity-taken', 'accepted:NaN or Infinity'],
  ],
});

proveRequirement('orders/wrong-shape', {
  invalid: [
    ['order-without-object-repeats-last', 'accepted'],
    ['order-shape-unchecked', 'accepted'],
    ['null-order-is-a-ping', 'accepted'],
    ['order-list-taken', 'accepted'],
  ],
});

proveRequirement('orders/wrong-type', {
  invalid: [
    ['order-cached-without-amount', 'accepted'],
    ['order-side-not-sell-is-buy', 'accepted'],
    ['order-amount-from-list', 'accepted'],
    ['order-types-unchecked', 'accepted'],
    ['order-amount-parsed-leniently', 'accepted'],
    ['order-side-from-list', 'accepted'],
    ['rare-order-amount-empty-list', 'accepted'],
    ...shownBy({ deep: true }, [
      ['rare-order-operator', 'accepted'],
      ['rare-order-of-two-sides', 'accepted'],
      ['amount-word-packed', 'accepted'],
    ]),
  ],
});

proveRequirement('orders/content-type', {
  invalid: [
    ['order-content-type-unchecked', 'no-type'],
    ['order-content-type-optional', 'no-type'],
  ],
});

proveRequirement('orders/amount-bounds', {
  invalid: [
    ['order-amount-of-the-one-before', 'accepted'],
    ['order-amount-unchecked', 'accepted'],
    ['order-amount-zero-taken', 'accepted'],
    ['order-amount-zero-by-text', 'accepted'],
    ['order-amount-bounds-of-numbers-only', 'accepted'],
    ['bounds-for-sales-only', 'accepted'],
    ['only-zero-amount-refused', 'accepted'],
    ['bounds-of-whole-amounts-only', 'accepted'],
    ['amount-bounds-on-first-order-only', 'accepted'],
    ['order-amount-made-positive', 'accepted'],
    ['zero-amount-is-default', 'accepted'],
    ['fraction-below-zero-unsigned', 'accepted'],
    ['order-amount-in-exponents-unsigned', 'accepted', { deep: true }],
  ],
});
