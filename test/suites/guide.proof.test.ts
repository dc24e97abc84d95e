import { proveRequirement } from '../simulation/prove-requirement.ts';

proveRequirement('guide/fetch', {
  valid: [
    'guide-below-the-base',
    'guides-told-by-their-titles',
    'guide-shows-the-next-one',
    'guide-beside-the-next-one',
    'guide-in-data',
    'guide-listed-before-it-is-there',
  ],
  invalid: [
    ['guide-always-the-first', 'same-guide'],
    ['guide-last-not-found', 'not-found'],
    ['guides-off-by-one', 'swapped'],
    ['guides-off-by-one-in-envelope', 'swapped'],
    ['guide-cached-by-short-key', 'other-guide'],
    ['guide-cached-without-its-id', 'same-guide'],
    ['guide-lost-from-cache', 'not-found'],
    ['cached-guide-encoded-twice', 'not-an-object'],
    ['guides-in-row-order', 'swapped'],
    ['guide-empty-at-first', 'not-an-object'],
    ['guide-list-at-first', 'not-an-object'],
    ['guide-read-twice-conflicts', 'not-delivered'],
    ['guides-split-between-nodes', 'not-found'],
    ['guide-not-found-in-german', 'not-found'],
    ['guide-forbidden-in-german', 'not-delivered'],
    ['guide-refused-by-firewall', 'not-delivered'],
    ['guides-beyond-the-tenth-cost', 'not-delivered'],
    ['draft-listed', 'not-found'],
    ['guide-error-as-success', 'disguised-error'],
  ],
});

proveRequirement('guide/unknown-id', {
  invalid: [
    ['guide-nearest-found', 'served'],
    ['unknown-guide-empty', 'served'],
    ['guide-found-by-first-half', 'served'],
    ['guide-found-by-last-half', 'served'],
    ['guide-id-as-double', 'served'],
    ['nil-guide-is-the-first', 'served'],
    ['user-shown-as-guide', 'served'],
    ['unknown-guide-is-the-last', 'served'],
    ['missing-guide-remembered-as-empty', 'served'],
    ['missing-guides-open-breaker', 'served'],
    ['unknown-guide-null', 'served'],
    ['unknown-guide-no-content', 'served'],
    ['unknown-guide-gone', 'other-status'],
  ],
});

proveRequirement('guide/malformed-id', {
  valid: [
    'guide-ids-in-either-case',
    'gateway-refuses-encoded-separators',
    'firewall-refuses-control-characters',
  ],
  invalid: [
    ['guide-id-before-a-line-feed', 'served'],
    ['guide-id-cut', 'served'],
    ['guide-id-as-number', 'served'],
    ['guide-id-trimmed', 'served'],
    ['guide-id-tidied', 'served'],
    ['rare-guide-25-digits', 'served'],
    ['guide-found-by-prefix', 'served'],
    ['guide-found-by-slug-too', 'served'],
    ['guide-found-within-text', 'served'],
    ['guide-by-position', 'served'],
    ['malformed-guide-id-is-no-filter', 'served'],
    ['path-decoded-and-routed-again', 'other-endpoint'],
    ['path-decoded-twice', 'other-endpoint'],
    ['backslash-taken-for-slash', 'other-endpoint'],
    ['malformed-guide-id-lists-guides', 'served'],
  ],
});
