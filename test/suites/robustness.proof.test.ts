import { ofKind, proveRequirement, shownBy } from '../simulation/prove-requirement.ts';

proveRequirement('robustness/unexpected-query', {
  claim: ['cash'],
  valid: [
    ...ofKind('replica-difference'),
    'unknown-query-refused',
    'queries-not-found',
    'repeated-parameters-refused',
    'long-queries-refused',
    'numbers-in-queries-refused',
    'answers-link-to-where-they-were-made',
    'answers-link-to-the-next-page',
    'answers-tell-their-key',
    'prices-that-move',
    'prices-that-tick',
    'summaries-that-move',
    'rate-cached-by-query-in-order',
    'insights-cached-by-query-in-order',
  ],
  invalid: [
    ['user-in-query-before-header', 'user-overridden'],
    ['user-named-by-query-on-cash', 'user-overridden'],
    ['cash-searched-by-any-query', 'changes-response'],
    ['cash-echoes-repeated-parameter', 'changes-response'],
    ['cash-formatted-by-any-query', 'changes-response'],
    ['unknown-query-redirected', 'changes-status'],
    ['unknown-query-selects-portfolio', 'changes-response', { claim: ['portfolios'] }],
    ['portfolios-empty-for-brackets', 'changes-response', { claim: ['portfolios'] }],
    ['savings-vault-accepted-for-later-by-query', 'changes-status', { claim: ['savings-vault'] }],
    ['settings-merged-with-query', 'changes-response', { claim: ['notification-settings'] }],
    ['settings-masked-by-any-query', 'changes-response', { claim: ['notification-settings'] }],
    ['product-name-from-query', 'changes-response', { claim: ['investment-products'] }],
    ['summaries-limited-by-any-number', 'changes-response', { claim: ['daily-summaries'] }],
    ...shownBy({ claim: ['learn'] }, [
      ['unknown-query-filters-everything', 'changes-response'],
      ['guide-without-chapters-by-query', 'changes-response'],
      ['insights-stubbed-by-any-query', 'changes-response'],
      ['listing-paged-by-any-query', 'changes-response'],
    ]),
  ],
});

proveRequirement('robustness/still-alive', {
  invalid: [
    [
      'malformed-order-revokes-token',
      'refused-after-request',
      { sent: ['orders/malformed-json'], claim: ['investment-orders', 'cash'] },
    ],
    [
      'malformed-address-ends-session',
      'refused-after-request',
      { sent: ['address/malformed-json'], claim: ['users', 'learn'] },
    ],
    ['host-ejected-after-refusals', 'refused', { sent: ['user/*'] }],
    [
      'plan-of-requests-used-up',
      'refused',
      { sent: ['user/*', 'auth/*', 'guide/*', 'guides/*', 'robustness/*'] },
    ],
    ...shownBy({ sent: ['token/bad-credentials'], claim: ['cash'] }, [
      ['tenant-suspended-by-wrong-secret', 'refused'],
      ['banned-after-wrong-secret', 'refused'],
      ['gone-after-wrong-secret', 'no-response'],
    ]),
  ],
});
