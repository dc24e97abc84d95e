import { proveRequirement } from '../simulation/prove-requirement.ts';

proveRequirement('address/accepted', {
  valid: [
    'addresses-in-austria-refused',
    'only-germany-served',
    'postal-codes-by-country',
    'new-users-trimmed',
    'signs-in-addresses-refused',
    'address-lenient-with-scalars',
    'omitted-line-survives',
    'reasons-for-no-json-told-apart',
    'nested-bodies-refused',
    'long-bodies-refused',
    'characters-beyond-the-basic-plane-refused',
  ],
  invalid: [
    ['address-refused', 'refused'],
    ['second-line-refused', 'refused'],
    ['address-with-line-breaks-refused', 'other-writing-refused:with indented JSON'],
    ['address-members-in-one-order', 'other-writing-refused:with its members in another order'],
    ['address-with-escapes-refused', 'other-writing-refused:with an escaped letter'],
    ['user-header-in-one-case', 'other-writing-refused:with header names in another case'],
    ['address-redirected', 'refused'],
    ['address-error-as-success', 'error-as-success'],
  ],
});

proveRequirement('address/postal-code-number', {
  invalid: [
    ['postal-code-number-refused', 'refused'],
    ['postal-code-number-too-large', 'refused'],
    ['postal-code-number-in-sixteen-bits', 'refused'],
  ],
});

proveRequirement('address/postal-code-string', {
  invalid: [
    ['postal-code-string-refused', 'refused'],
    ['postal-code-digits-refused', 'refused'],
    ['postal-code-error-as-success', 'refused'],
  ],
});

proveRequirement('address/repeatable', {
  invalid: [
    ['unchanged-address-conflicts', 'refused'],
    ['unchanged-address-304', 'refused'],
    ['quick-update-refused', 'refused'],
    ['second-update-refused', 'refused'],
  ],
});

proveRequirement('address/postal-code-letters', {
  invalid: [
    ['postal-code-of-digits-only', 'refused'],
    ['postal-code-letters-first-refused', 'refused'],
  ],
});

proveRequirement('address/malformed-json', {
  invalid: [
    ['connection-keeps-the-address', 'accepted'],
    ['broken-json-accepted', 'accepted'],
    ['cut-address-completed', 'accepted'],
    ['empty-body-changes-nothing', 'accepted'],
    ['commas-between-members-optional', 'accepted'],
    ['address-cut-out-of-text', 'accepted'],
  ],
});

proveRequirement('address/json-extensions', {
  invalid: [
    ['json-with-comments-accepted', 'accepted:a comment'],
    ['text-after-json-ignored', 'accepted:text after the object'],
    ['single-quotes-accepted', 'accepted:single quotation marks'],
    ['rare-json-leading-zero', 'accepted:a number that JSON does not have'],
    ['rare-json-plus-sign', 'accepted:a number that JSON does not have', { deep: true }],
    ['rare-json-hexadecimal', 'accepted:a number that JSON does not have', { deep: true }],
    ['rare-json-dot-at-end', 'accepted:a number that JSON does not have', { deep: true }],
    ['rare-json-dot-at-start', 'accepted:a number that JSON does not have', { deep: true }],
    ['rare-json-tab-in-text', 'accepted:a control character in a string'],
    ['rare-json-line-break-in-text', 'accepted:a control character in a string', { deep: true }],
    ['rare-json-comment-of-shells', 'accepted:a comment', { deep: true }],
    ['rare-json-semicolons', 'accepted:another separator'],
    ['rare-json-equals-signs', 'accepted:another separator', { deep: true }],
    ['rare-json-empty-members', 'accepted:a trailing comma', { deep: true }],
    ['rare-json-form-feed', 'accepted:white space that JSON does not have'],
    ['rare-json-short-escape', 'accepted:an escape that JSON does not have', { deep: true }],
    ['rare-json-escaped-apostrophe', 'accepted:an escape that JSON does not have', { deep: true }],
    ['rare-json-nul-after', 'accepted:text after the object', { deep: true }],
    ['names-without-quotes', 'accepted:a name or string without quotation marks'],
  ],
});

proveRequirement('address/wrong-shape', {
  valid: [
    'addresses-in-austria-refused',
    'only-germany-served',
    'postal-codes-by-country',
    'new-users-trimmed',
    'signs-in-addresses-refused',
    'address-lenient-with-scalars',
    'omitted-line-survives',
    'reasons-for-no-json-told-apart',
    'nested-bodies-refused',
    'long-bodies-refused',
    'characters-beyond-the-basic-plane-refused',
  ],
  invalid: [
    ['address-shape-unchecked', 'accepted'],
    ['address-unwrapped-taken', 'accepted'],
    ['scalar-address-ignored', 'accepted'],
    ['address-list-taken', 'accepted'],
    ['address-null-clears', 'accepted'],
    ['rare-address-of-two', 'accepted', { deep: true }],
    ['rare-address-empty-text', 'accepted', { deep: true }],
    ['rare-address-zero', 'accepted', { deep: true }],
    ['address-true-confirms', 'accepted'],
    ['address-anywhere-in-body', 'accepted'],
  ],
});

proveRequirement('address/wrong-type', {
  invalid: [
    ['address-types-unchecked', 'accepted'],
    ['one-valid-member-suffices', 'accepted'],
    ['second-line-unchecked', 'accepted'],
    ['city-object-as-text', 'accepted'],
    ['address-lines-as-list', 'accepted'],
    ['postal-code-unchecked', 'accepted'],
    ['rare-address-deep-list', 'accepted', { deep: true }],
    ['rare-line1-empty-object', 'accepted', { deep: true }],
    ['rare-line1-of-two', 'accepted', { deep: true }],
    ['rare-line2-empty-object', 'accepted', { deep: true }],
    ['rare-line2-of-two', 'accepted', { deep: true }],
    ['rare-city-empty-object', 'accepted', { deep: true }],
    ['rare-city-of-two', 'accepted', { deep: true }],
    ['rare-postal-code-empty-object', 'accepted', { deep: true }],
    ['rare-postal-code-of-two', 'accepted', { deep: true }],
    ['rare-country-code-empty-object', 'accepted', { deep: true }],
    ['rare-country-code-of-two', 'accepted', { deep: true }],
    ['objects-in-address-dropped', 'accepted'],
    ['localised-object-for-line', 'accepted'],
  ],
});

proveRequirement('address/country-code', {
  invalid: [
    ['country-code-unchecked', 'accepted'],
    ['country-code-unanchored', 'accepted'],
    ['rare-country-any-capitals', 'accepted'],
    ['rare-country-digits', 'accepted'],
    ['country-of-three-letters', 'accepted'],
    ['country-pattern-per-line', 'accepted'],
    ['country-pattern-ends-early', 'accepted'],
    ['country-pattern-A-z', 'accepted'],
    ['country-of-length-two', 'accepted'],
    ['country-within-joined-codes', 'accepted'],
    ['country-unchecked-after-first-update', 'accepted'],
    ['country-unchecked-in-long-body', 'accepted'],
    ['country-code-in-any-case', 'accepted'],
    ['rare-country-full-width', 'accepted'],
    ['rare-country-long', 'accepted'],
    ['rare-country-character-before', 'accepted'],
    ['rare-country-number', 'accepted'],
  ],
});

proveRequirement('address/content-type', {
  invalid: [
    ['connection-keeps-the-media-type', 'no-type'],
    ['content-type-unchecked', 'no-type'],
    ['content-type-optional', 'no-type'],
    ['content-type-anything-textual', 'other-type'],
    ['rare-type-prefix', 'other-type'],
    ['rare-type-octets', 'other-type', { deep: true }],
    ['content-type-containing-json', 'other-type'],
    ['form-updates-nothing', 'other-type'],
  ],
});

proveRequirement('address/overwrites', {
  valid: [
    'address-as-formatted-lines',
    'address-as-in-telex',
    'address-with-house-number',
    'address-with-place-of-birth',
    'addresses-of-the-household',
    'addresses-of-the-household-alone',
    'address-beside-the-previous-one',
    'addresses-of-before-the-address-service',
    'address-normalised',
    'address-shown-otherwise',
    'address-tells-where-one-moved-from',
    'address-with-the-one-before',
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
    ['address-looked-up-by-postal-code', 'kept-in-part'],
    ['only-first-update-stored', 'not-stored'],
    ['read-back-cached-by-whole-second', 'not-stored'],
    ['update-merged', 'never-updated'],
    ['every-third-update-not-stored', 'not-stored'],
    ['updates-written-behind-newest-first', 'not-stored'],
    ['job-writes-address-back', 'not-stored'],
    ['update-not-stored', 'not-stored'],
    ['updates-debounced', 'not-stored'],
    ['former-address-taken-for-duplicate', 'not-stored'],
    ['updates-with-number-go-to-old-back-end', 'not-stored'],
    ['city-outside-the-list-lost', 'member-lost'],
    ['city-never-updated', 'never-updated'],
    ['update-binds-otherwise', 'misplaced'],
    ['country-by-default', 'kept-in-part'],
    ['second-line-set-from-first', 'misplaced'],
    ['postal-code-stored-in-sixteen-bits', 'number-cut'],
    ['address-decoded-twice', 'wrong-characters'],
    ['address-escaped-for-html', 'wrong-characters'],
    ['address-quotes-doubled', 'wrong-characters'],
    ['escapes-in-city-not-decoded', 'wrong-characters'],
    ['postal-code-never-updated', 'never-updated'],
    ['number-not-cleared-by-text', 'never-updated'],
  ],
});

proveRequirement('address/isolation', {
  valid: [
    'address-as-formatted-lines',
    'address-as-in-telex',
    'address-with-house-number',
    'address-with-place-of-birth',
    'addresses-of-the-household',
    'addresses-of-the-household-alone',
    'address-beside-the-previous-one',
    'addresses-of-before-the-address-service',
    'address-normalised',
    'address-shown-otherwise',
    'address-tells-where-one-moved-from',
    'address-with-the-one-before',
  ],
  invalid: [
    ['address-shared', 'stored-for-other'],
    ['address-of-household-updated', 'stored-for-other'],
    ['address-of-all-updated-for-code-in-text', 'stored-for-other'],
    ['address-in-slot-of-another', 'stored-for-other'],
    ['address-room-for-one', 'other-deleted'],
    ['address-record-over-the-next', 'other-changed'],
  ],
});

proveRequirement('address/refused-unchanged', {
  invalid: [
    ['stored-before-checked', 'address-changed'],
    ['stored-up-to-the-mistake', 'address-changed'],
    ['stored-until-undone', 'address-changed'],
    ['address-cleared-before-check', 'address-changed'],
    ['city-removed-by-refused-update', 'address-changed'],
    ['refused-update-restores-older-address', 'address-changed'],
    ['refused-update-retried-later', 'address-changed'],
    ['refused-update-saved-with-the-next-request', 'address-changed'],
  ],
});
