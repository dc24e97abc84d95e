import { type GuidanceTable, implied, specified, when } from './guidance.ts';
import { why } from './shared.ts';
import { spec } from './statements.ts';

const malformedJson = { ...why.parseErrorIgnored, ...why.repairedJson };
const jsonExtensions = { ...why.lenientJson, ...why.repairedJson };

/** Guidance on the address update and on orders. */
export const writes: GuidanceTable = {
  'address/accepted': specified(spec.addressBody, {
    ...why.extraInput,
    ...why.firewall,
    ...why.errorWithOk,
    ...why.stricterRoute,
  }),
  'address/postal-code-number': specified(spec.postalCode, {
    'The schema or the class declares postalCode as a string only.':
      'Declare it as number or string, and convert it to a string after validation.' +
      when('4xx', '!5xx'),
    'The number is stored in an integer type that is too small.':
      'Store postal codes as text.' + when('5xx'),
  }),
  'address/postal-code-string': specified(spec.postalCode, {
    'The schema or the class declares postalCode as a number only.':
      'Declare it as number or string, and store it as text.' + when('4xx', '!5xx'),
    'The string branch has a rule of its own, or fails and sends an error with a success status.':
      'Send the same postal code as a number and as a string, and compare the code that they reach.',
  }),
  'address/repeatable': specified(spec.addressOverwrites, {
    'The code treats an update without changes as a conflict or as not modified.':
      'Respond with success if the stored address already equals the new one.' +
      when('4xx', '!5xx'),
    'A duplicate filter, lock or rate limit refuses the second update.':
      'Apply duplicate filters to repeated idempotency keys only, and use 429 for a rate limit.' +
      when('4xx'),
  }),
  'address/postal-code-letters': specified(spec.postalCode, {
    'A pattern allows digits only, as in one country.':
      'Use a pattern for each country, or accept letters, digits, spaces and hyphens.' +
      when('4xx', '!5xx'),
    'The string is parsed as a number.':
      'Store postal codes as text, and remove the conversion.' + when('5xx'),
  }),
  'address/malformed-json': specified(spec.addressHeaders, malformedJson),
  'address/json-extensions': implied('RFC 8259, section 10', jsonExtensions),
  'address/wrong-shape': specified(spec.addressBody, {
    'A missing, null or empty address is skipped or deletes the stored one.':
      'Require the member address, and require an object before you read it.',
    ...why.unwrapped,
    ...why.noSchema,
  }),
  'address/wrong-type': specified(spec.line1, {
    ...why.coercingBinder,
    ...why.partialRules,
    ...why.noSchema,
  }),
  'address/coercion': specified(spec.addressNotShown, why.unspecified),
  'address/country-code': specified(spec.countryCode, {
    'The pattern is not anchored, is multiline, uses A-z or lets $ match before a line break.':
      'Match the whole string against [A-Z]{2}, or look it up in the list of ISO 3166 codes.',
    'Only the length or the type is checked, or three letters and digits pass.':
      'Add the pattern or an enum of the codes to the schema.',
    'The code is normalised before the check: uppercased, cut or converted from full-width letters.':
      'Validate the raw value, and remove the conversion.',
  }),
  'address/content-type': specified(spec.addressHeaders, why.contentTypeIgnored),
  'address/overwrites': specified(spec.addressOverwrites, {
    'The UPDATE statement or the mapper omits a member, swaps members or reads another name.':
      'Store a different value in each member, read the address back, and compare them one by one.',
    'The new value is changed or lost: another encoding, escaping, a column that is too small, an open transaction.':
      'Find the first layer where the value differs, from the body to the column.',
    'An older value overwrites the update: a queue, a background job or an update that counts as a duplicate.':
      'Compare the version or time before each write, and keep the order of updates for each user.',
    'The read-back comes from a cache that the update does not clear.':
      'Clear or update the cached address in the same transaction.',
  }),
  'address/isolation': specified(spec.addressOfUser, {
    'The UPDATE statement lacks a condition or has the wrong one, so it changes rows of other users.':
      'Log the SQL, require the user id in its WHERE clause, and check that one row changes.',
    'The address is stored by client, token or connection instead of by user.':
      'Use the id from x-user-id as the key of the record.',
    ...why.sharedState,
  }),
  'address/refused-unchanged': implied('RFC 9110, section 15.5.1', {
    'The members are stored, or set on the loaded entity, before validation ends.':
      'Validate the whole body before the first write, in one transaction, and discard the unit of work when you refuse the request.' +
      when('stores what it refused'),
    'A queue or a retry stores the refused update later.':
      'Queue only updates that passed validation.',
    'The rollback of the refused update clears members or restores an older address.':
      'Let the database roll back, and restore nothing by hand.' + when('!stores what it refused'),
  }),
  'orders/accepted': specified(spec.orders, {
    ...why.extraInput,
    ...why.firewall,
    ...why.errorWithOk,
    ...why.stricterRoute,
  }),
  'orders/malformed-json': specified(spec.orders, malformedJson),
  'orders/json-extensions': implied('RFC 8259, section 10', jsonExtensions),
  'orders/wrong-shape': specified(spec.orders, {
    ...why.emptyBodyAllowed,
    ...why.unwrapped,
    ...why.sharedState,
  }),
  'orders/wrong-type': specified(spec.orders, {
    ...why.coercingBinder,
    ...why.noSchema,
    ...why.partialRules,
  }),
  'orders/content-type': specified(spec.orders, why.contentTypeIgnored),
  'orders/amount-bounds': specified(spec.orders, {
    'The schema has a type for amount but no lower bound, or allows zero.':
      'Add an exclusive minimum of 0 to the schema.',
    'The check runs only for some orders or compares text, the integer part or a truthy value.':
      'Parse amount to a decimal once, and compare that number with 0 for every order.',
    'A zero or negative amount is replaced by a default, its absolute value or an earlier amount.':
      'Search for abs, default values and fallbacks around amount, and refuse the order instead.',
  }),
  'orders/side-values': specified(spec.othersNotShown, why.unspecified),
};
