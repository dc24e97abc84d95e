import { proveRequirement } from '../simulation/prove-requirement.ts';

proveRequirement('guides/ok', {
  invalid: [
    ['cached-listing-is-bare', 'missing-member'],
    ['listing-null-while-recovering', 'wrong-type'],
    ['guides-bare-array', 'missing-member'],
    ['guides-in-items', 'missing-member'],
    ['guides-keyed-by-id', 'wrong-type'],
  ],
});

proveRequirement('guides/schema', {
  sent: ['*/ok', 'auth/missing'],
  valid: [
    'many-guides',
    'two-guides',
    'one-summary',
    'forty-summaries',
    'days-without-performers',
    'days-without-losers',
    'users-who-hold-nothing',
  ],
  invalid: [
    ['chapter-count-as-text-in-last', 'wrong-type:/data/*/chapterCount'],
    ['chapter-count-fractional', 'wrong-type:/data/*/chapterCount'],
    ['guide-id-uppercase-deep-in-list', 'wrong-form:/data/*/id'],
    ['guide-id-numeric', 'wrong-type:/data/*/id'],
    ['guide-icon-without-scheme', 'wrong-form:/data/*/guideIconURL'],
    ['guide-id-of-draft', 'wrong-form:/data/*/id'],
    ['guide-id-loses-a-zero', 'wrong-form:/data/*/id'],
    ['guide-slug-missing', 'missing-member:/data/*/slug'],
    ['guide-description-null', 'wrong-type:/data/*/description'],
    ['guide-mobile-cover-null', 'wrong-type:/data/*/mobileCoverImageURL'],
    ['guide-web-cover-empty', 'wrong-form:/data/*/webCoverImageURL'],
  ],
});

proveRequirement('guides/content-type-member', {
  invalid: [['guide-without-content-type', 'missing-member']],
});

proveRequirement('guides/unique-ids', {
  invalid: [['guide-listed-twice', 'repeated']],
});

proveRequirement('guides/chapter-count', {
  invalid: [['chapter-count-minus-one', 'negative']],
});

proveRequirement('guides/cache-control-present', {
  invalid: [
    ['cached-listing-without-cache-control', 'missing'],
    ['cache-control-missing', 'missing'],
    ['cache-control-unparsable', 'invalid'],
    ['directive-with-spaces', 'invalid'],
  ],
});

proveRequirement('guides/cache-control-lifetime', {
  sent: ['guide/*', 'guides/*'],
  valid: [
    'max-age-first',
    'max-age-capitalised',
    'cache-extensions',
    'shared-and-private-lifetime',
    'private-for-one-field',
    'expires-besides-max-age',
    'age-of-ten-minutes',
    'vary-by-everything',
    'vary-by-several',
    'guides-with-etag',
    'private-data-unlabelled',
    'private-data-kept-for-a-moment',
    'errors-kept-for-a-moment',
    'fields-for-old-caches',
    'errors-say-nothing-of-caching',
    'unchanged-for-those-let-in',
    'cache-control-with-empty-elements',
    'max-age-with-leading-zeros',
    'vary-with-empty-elements',
  ],
  invalid: [
    ['lifetime-of-old-back-end', 'too-short'],
    ['cache-lifetime-three-minutes', 'too-short'],
    ['cache-lifetime-in-milliseconds', 'too-long'],
    ['cache-lifetime-in-minutes', 'too-short'],
    ['cache-lifetime-overridden', 'too-short'],
    ['guides-not-stored', 'no-store'],
    ['guides-without-lifetime', 'none'],
    ['guides-expire-at-once', 'too-short'],
    ['cache-lifetime-by-chance', 'too-short', { sent: ['*'] }],
    ['guides-of-two-lifetimes', 'invalid'],
    ['guides-of-two-dates', 'invalid'],
    ['lifetime-with-separator', 'too-short'],
    ['lifetime-grows-when-unchanged', 'too-long'],
  ],
});

proveRequirement('guides/cache-control-form', {
  sent: ['guide/*', 'guides/*'],
  invalid: [
    ['max-age-counted-down-by-replicas', 'counts-down', { sent: ['*'] }],
    ['guides-expires-alone', 'no-max-age'],
    ['max-age-quoted', 'quoted'],
    ['guides-no-cache', 'no-cache'],
  ],
});

proveRequirement('guides/cache-control-errors', {
  invalid: [
    ['refusals-cached-like-guides', 'cacheable'],
    ['refusals-with-expires-of-listing', 'cacheable'],
  ],
});

proveRequirement('guides/vary', {
  sent: ['*/ok', 'auth/missing'],
  valid: [
    'max-age-first',
    'max-age-capitalised',
    'cache-extensions',
    'shared-and-private-lifetime',
    'private-for-one-field',
    'expires-besides-max-age',
    'age-of-ten-minutes',
    'vary-by-everything',
    'vary-by-several',
    'guides-with-etag',
    'private-data-unlabelled',
    'private-data-kept-for-a-moment',
    'errors-kept-for-a-moment',
    'fields-for-old-caches',
    'errors-say-nothing-of-caching',
    'unchanged-for-those-let-in',
    'cache-control-with-empty-elements',
    'max-age-with-leading-zeros',
    'vary-with-empty-elements',
  ],
  invalid: [
    ['cached-listing-without-vary', 'without-user-id'],
    ['guides-without-vary', 'without-user-id'],
    ['guides-vary-by-language', 'without-user-id'],
    ['vary-names-cgi-variable', 'without-user-id'],
    ['vary-missing-in-default-language', 'without-user-id'],
  ],
});

proveRequirement('guides/order-stable', {
  sent: ['*/ok', 'auth/missing'],
  valid: [
    'replicas-by-user-until-busy',
    'replicas-by-user-until-busier',
    'replicas-by-user-mostly',
    'replicas-by-cookie',
    'experiment-by-cookie',
    'replicas-that-name-themselves',
    'replicas-by-connection',
    'replicas-by-port',
    'replicas-by-address',
    'three-replicas-in-turn',
    'replicas-where-users-are-alike',
    'guide-moved-on-lagging-replicas',
    'guide-moved-on-replicas-in-turn',
  ],
  invalid: [
    ['guides-in-order-of-cache', 'order-changes'],
    ['guides-read-last-come-first', 'order-changes'],
    ['guides-in-order-of-replica', 'order-changes'],
    ['guides-shuffled', 'order-changes'],
    ['guides-read-most-come-first', 'order-changes', { deep: true }],
    ['guides-newest-first', 'other-order'],
    ['halves-of-listing-exchanged', 'order-changes'],
    ['two-guides-change-places', 'order-changes'],
    ['listing-sorted-for-a-moment', 'order-changes'],
  ],
});

proveRequirement('guides/localised', {
  valid: [
    'country-seen-two-seconds-later',
    'guides-published-to-lagging-replicas',
    'guides-published-to-replicas-in-turn',
    'addresses-on-lagging-connections',
    'addresses-on-lagging-replicas-by-chance',
    'new-users-on-lagging-replicas',
    'address-seen-a-moment-later',
    'address-seen-two-seconds-later',
    'address-rewritten-two-seconds-later',
    'address-from-lagging-replicas',
    'address-tells-from-lagging-replicas',
    'settings-a-moment-later',
  ],
  invalid: [
    ['guides-cached-without-language', 'same-texts'],
    ['guides-language-cached-by-token', 'same-texts'],
    ['guides-in-english-for-moments', 'same-texts'],
    ['connection-keeps-the-language', 'same-texts'],
    ['guides-in-english-only', 'same-texts'],
    ['only-slugs-localised', 'same-texts'],
    ['guides-in-language-of-browser', 'same-texts'],
  ],
});

proveRequirement('guides/localised-ids', {
  invalid: [
    ['guides-only-where-translated', 'other-guides'],
    ['guides-sorted-by-title', 'other-order'],
    ['guide-with-own-id-in-german', 'other-guides'],
  ],
});

proveRequirement('guides/accept', {
  invalid: [
    ['guides-406-without-accept', 'refused'],
    ['guides-as-page-without-accept', 'no-listing'],
    ['guides-empty-without-accept', 'other-guides'],
    ['guides-in-english-without-accept', 'other-language'],
    ['listing-204-without-accept', 'no-listing'],
  ],
});
