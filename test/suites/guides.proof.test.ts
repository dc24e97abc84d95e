import { ofKind, proveRequirement } from '../simulation/prove-requirement.ts';

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
  valid: [
    'many-guides',
    'two-guides',
    'guides-without-optional-members',
    'empty-optional-members',
    'images-at-signed-addresses',
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
  valid: [...ofKind('cache-headers'), 'replicas-caching-otherwise'],
  invalid: [
    ['lifetime-of-old-back-end', 'too-short', { sent: ['errors/response-id-uuid'] }],
    ['cache-lifetime-three-minutes', 'too-short'],
    ['cache-lifetime-in-milliseconds', 'too-long'],
    ['cache-lifetime-in-minutes', 'too-short'],
    ['cache-lifetime-overridden', 'too-short'],
    ['guides-not-stored', 'no-store'],
    ['guides-without-lifetime', 'none'],
    ['guides-expire-at-once', 'too-short'],
    ['cache-lifetime-by-chance', 'too-short'],
    ['guides-of-two-lifetimes', 'invalid'],
    ['guides-of-two-dates', 'invalid'],
    ['lifetime-with-separator', 'too-short'],
    ['lifetime-grows-when-unchanged', 'too-long'],
    ['lifetime-of-german-listing', 'too-short', { sent: ['*'] }],
  ],
});

proveRequirement('guides/cache-control-form', {
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
  valid: [
    'vary-by-everything',
    'vary-by-several',
    'vary-with-empty-elements',
    'lists-on-several-lines',
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
  valid: [
    'guides-reordered-once',
    'guide-moved-on-lagging-replicas',
    'guide-moved-on-replicas-in-turn',
    'replicas-by-address',
    'three-replicas-in-turn',
    'guides-published-to-replicas-in-turn',
  ],
  invalid: [
    ['guides-in-order-of-cache', 'order-changes'],
    ['guides-read-last-come-first', 'order-changes'],
    ['guides-in-order-of-replica', 'order-changes'],
    ['guides-shuffled', 'order-changes'],
    ['guides-newest-first', 'other-order'],
    ['halves-of-listing-exchanged', 'order-changes'],
    ['two-guides-change-places', 'order-changes'],
    ['listing-sorted-for-a-moment', 'order-changes'],
    ['guides-read-most-come-first', 'order-changes', { deep: true }],
  ],
});

proveRequirement('guides/localised', {
  valid: ['guides-published-to-lagging-replicas', 'one-text-translated'],
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
