import { ofKind, proveRequirement } from '../simulation/prove-requirement.ts';

proveRequirement('summaries/ok', {
  invalid: [
    ['summaries-placeholder-while-computed', 'refused'],
    ['authorization-name-with-case', 'other-case'],
    ['summaries-as-bare-list', 'no-data'],
    ['summaries-by-day', 'no-data'],
    ['summaries-wrapped-twice', 'no-data'],
    ['differences-as-list', 'no-differences'],
    ['summaries-without-differences', 'no-differences'],
    ['summaries-without-differences-in-german', 'no-differences'],
    ['summaries-error-as-success', 'error-as-success'],
    ['summaries-demand-a-period', 'refused', { claim: ['daily-summaries', 'learn'] }],
  ],
});

proveRequirement('summaries/schema', {
  sent: ['summaries/ok'],
  valid: [
    ...ofKind('json-encoding'),
    'one-summary',
    'forty-summaries',
    'newest-summary-first',
    'days-without-losers',
  ],
  invalid: [
    ['values-wrong-after-a-while', 'wrong-type:/data/*/portfolio/cash/displayValue'],
    ['news-score-late-now-and-then', 'wrong-type:/data/*/sentimentScore/news'],
    ['last-summary-of-one-replica-is-a-list', 'wrong-type:/data/*'],
    ['summary-value-as-text', 'wrong-type:/data/*/portfolio/cash/value'],
    ['large-value-as-text', 'wrong-type:/data/*/portfolio/holdings/value'],
    ['momentum-in-snake-case', 'missing-member:/data/*/sentimentScore/priceMomentum'],
    ['performer-weight-as-number', 'wrong-type:/data/*/performers/all/*/weight'],
    ['performer-asset-id-numeric', 'wrong-type:/data/*/performers/best/*/assetId'],
    ['performers-as-object-when-single', 'wrong-type:/data/*/performers/worst'],
    ['chart-label-as-lines', 'wrong-type:/data/*/chartLabel'],
    ['performer-as-id', 'wrong-type:/data/*/performers/best/*'],
    ['last-value-missing', 'missing-member:/data/*/portfolio/holdings/value'],
    ['summary-without-sentiment', 'missing-member:/data/*/sentimentScore'],
    ['sentiment-score-null', 'wrong-type:/data/*/sentimentScore/analyst/score'],
    ['performers-without-losers', 'missing-member:/data/*/performers/worst'],
    ['daily-interest-null', 'wrong-type:/data/*/portfolio/savings/dailyInterest'],
    ['up-by-missing-when-lower', 'missing-member:/data/*/portfolio/total/upBy'],
    ['empty-summary-for-holiday', 'wrong-type:/data/*'],
  ],
});

proveRequirement('summaries/member-key', {
  invalid: [
    ['portfolio-key-with-prefix', 'other-key', { sent: ['summaries/ok'] }],
    ['portfolio-keys-translated', 'other-key', { sent: ['summaries/ok'] }],
    ['portfolio-keys-swapped', 'other-key'],
    ['portfolio-key-capitalised', 'other-key'],
    ['portfolio-key-missing', 'other-key'],
  ],
});

proveRequirement('summaries/max-value-differences', {
  invalid: [
    [
      'differences-without-total',
      'missing-member:/maxValueDifferences/total',
      { sent: ['summaries/ok'] },
    ],
    [
      'differences-formatted-in-german',
      'wrong-type:/maxValueDifferences/cash',
      { sent: ['summaries/ok'] },
    ],
    ['differences-as-text', 'wrong-type:/maxValueDifferences/cash'],
    ['large-difference-as-text', 'wrong-type:/maxValueDifferences/cash'],
    ['difference-null-for-nothing', 'wrong-type:/maxValueDifferences/savings'],
  ],
});

proveRequirement('summaries/performer-direction', {
  invalid: [
    ['performer-up-by-false', 'wrong-type:/data/*/performers/*/*/upBy', { sent: ['summaries/ok'] }],
    [
      'performer-up-by-as-object',
      'wrong-type:/data/*/performers/*/*/upBy',
      { sent: ['summaries/ok'] },
    ],
    ['performer-change-as-number', 'wrong-type:/data/*/performers/*/*/downBy'],
    ['performer-down-by-null', 'wrong-type:/data/*/performers/*/*/downBy'],
    ['performer-up-and-down', 'both'],
    ['unmoved-performer-up-and-down', 'both'],
    ['performer-down-by-empty', 'both'],
  ],
});

proveRequirement('summaries/performer-lists', {
  valid: ['days-without-performers'],
  invalid: [
    ['best-and-worst-swapped', 'wrong-in-best'],
    ['best-by-size-of-change', 'wrong-in-best'],
    ['worst-filled-up', 'wrong-in-worst'],
    ['best-worst-and-all-alike', 'wrong-in-best'],
  ],
});

proveRequirement('summaries/timestamp', {
  invalid: [
    ['timestamp-as-text', 'wrong-type'],
    ['timestamp-fractional', 'wrong-type'],
    ['timestamp-missing-in-first', 'wrong-type'],
    ['timestamp-in-iso', 'wrong-type', { sent: ['summaries/ok'] }],
  ],
});

proveRequirement('summaries/timestamp-digits', {
  invalid: [
    ['timestamp-in-seconds', 'other-unit'],
    ['timestamp-in-microseconds', 'other-unit'],
    ['timestamp-zero', 'other-unit'],
    ['timestamp-of-settlement', 'future'],
  ],
});

proveRequirement('summaries/currency-text', {
  sent: ['summaries/ok'],
  valid: ofKind('amount-format'),
  invalid: [
    ['display-value-without-currency', 'not-currency'],
    ['interest-without-currency', 'not-currency'],
    ['zero-as-currency-alone', 'not-currency'],
    ['zero-as-dash', 'not-currency'],
    ['up-by-as-percentage', 'not-currency'],
    ['display-value-empty', 'not-currency'],
  ],
});

proveRequirement('summaries/percent-text', {
  invalid: [
    ['weight-without-percent', 'not-percentage'],
    ['weight-in-permille', 'not-percentage'],
    ['weight-of-loser-unknown', 'not-percentage'],
    ['weight-spelled-out', 'not-percentage', { sent: ['summaries/ok'] }],
  ],
});

proveRequirement('summaries/forbidden', {
  invalid: [
    ['denied-user-served', 'served:user'],
    ['denied-user-served-from-cache', 'served:user'],
    ['summaries-permission-cached-by-token', 'served:user'],
    ['denied-user-served-now-and-then', 'served:user'],
    ['denied-user-sees-nothing', 'served:user'],
    ['denied-user-not-found', 'other-status:user', { claim: ['daily-summaries', 'learn'] }],
    ['denial-is-451', 'other-status:user', { claim: ['daily-summaries', 'learn'] }],
  ],
});
