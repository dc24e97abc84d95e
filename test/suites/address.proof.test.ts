import { ofKind, proveRequirement, shownBy } from '../simulation/prove-requirement.ts';

proveRequirement('address/accepted', {
  valid: [
    'addresses-in-austria-refused',
    'only-germany-served',
    'postal-codes-by-country',
    'signs-in-addresses-refused',
    'address-without-content',
    'address-accepted-for-later',
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
  valid: [
    'bodies-refused-with-400',
    'malformed-json-422',
    'reasons-for-no-json-told-apart',
    'nested-bodies-refused',
    'long-bodies-refused',
    'characters-beyond-the-basic-plane-refused',
  ],
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
    ['rare-json-tab-in-text', 'accepted:a control character in a string'],
    ['rare-json-semicolons', 'accepted:another separator'],
    ['rare-json-form-feed', 'accepted:white space that JSON does not have'],
    ['names-without-quotes', 'accepted:a name or string without quotation marks'],
    ...shownBy({ deep: true }, [
      ['rare-json-plus-sign', 'accepted:a number that JSON does not have'],
      ['rare-json-hexadecimal', 'accepted:a number that JSON does not have'],
      ['rare-json-dot-at-end', 'accepted:a number that JSON does not have'],
      ['rare-json-dot-at-start', 'accepted:a number that JSON does not have'],
      ['rare-json-line-break-in-text', 'accepted:a control character in a string'],
      ['rare-json-comment-of-shells', 'accepted:a comment'],
      ['rare-json-equals-signs', 'accepted:another separator'],
      ['rare-json-empty-members', 'accepted:a trailing comma'],
      ['rare-json-short-escape', 'accepted:an escape that JSON does not have'],
      ['rare-json-escaped-apostrophe', 'accepted:an escape that JSON does not have'],
      ['rare-json-nul-after', 'accepted:text after the object'],
    ]),
  ],
});

proveRequirement('address/wrong-shape', {
  invalid: [
    ['address-shape-unchecked', 'accepted'],
    ['address-unwrapped-taken', 'accepted'],
    ['scalar-address-ignored', 'accepted'],
    ['address-list-taken', 'accepted'],
    ['address-null-clears', 'accepted'],
    ['address-true-confirms', 'accepted'],
    ['address-anywhere-in-body', 'accepted'],
    ...shownBy({ deep: true }, [
      ['rare-address-of-two', 'accepted'],
      ['rare-address-empty-text', 'accepted'],
      ['rare-address-zero', 'accepted'],
    ]),
  ],
});

proveRequirement('address/wrong-type', {
  valid: ['address-lenient-with-scalars', 'mistakes-in-a-body-are-conflicts'],
  invalid: [
    ['address-types-unchecked', 'accepted'],
    ['one-valid-member-suffices', 'accepted'],
    ['second-line-unchecked', 'accepted'],
    ['city-object-as-text', 'accepted'],
    ['address-lines-as-list', 'accepted'],
    ['postal-code-unchecked', 'accepted'],
    ['objects-in-address-dropped', 'accepted'],
    ['localised-object-for-line', 'accepted'],
    ...shownBy({ deep: true }, [
      ['rare-address-deep-list', 'accepted'],
      ['rare-line1-empty-object', 'accepted'],
      ['rare-line1-of-two', 'accepted'],
      ['rare-line2-empty-object', 'accepted'],
      ['rare-line2-of-two', 'accepted'],
      ['rare-city-empty-object', 'accepted'],
      ['rare-city-of-two', 'accepted'],
      ['rare-postal-code-empty-object', 'accepted'],
      ['rare-postal-code-of-two', 'accepted'],
      ['rare-country-code-empty-object', 'accepted'],
      ['rare-country-code-of-two', 'accepted'],
    ]),
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
  valid: ['bodies-refused-with-400', 'malformed-json-422', 'mistakes-in-a-body-are-conflicts'],
  invalid: [
    ['connection-keeps-the-media-type', 'no-type'],
    ['content-type-unchecked', 'no-type'],
    ['content-type-optional', 'no-type'],
    ['content-type-anything-textual', 'other-type'],
    ['rare-type-prefix', 'other-type'],
    ['content-type-containing-json', 'other-type'],
    ['form-updates-nothing', 'other-type'],
    ['rare-type-octets', 'other-type', { deep: true }],
  ],
});

proveRequirement('address/overwrites', {
  valid: [
    ...ofKind('read-back-shape'),
    'country-seen-two-seconds-later',
    'addresses-on-lagging-connections',
    'addresses-on-lagging-replicas-by-chance',
    'address-seen-a-moment-later',
    'address-seen-two-seconds-later',
    'address-rewritten-two-seconds-later',
    'address-from-lagging-replicas',
    'address-tells-from-lagging-replicas',
    'omitted-line-survives',
    'read-back-cached-for-a-moment',
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
    ['update-stored-with-the-next', 'stored-late', { sent: ['address/repeatable'] }],
  ],
});

proveRequirement('address/isolation', {
  valid: ofKind('read-back-shape'),
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
