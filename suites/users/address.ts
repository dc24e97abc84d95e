import { suite, unassessable } from '../../engine/index.ts';
import { named } from '../endpoints.ts';

const later = {
  endpoints: named('address'),
  section: 'Endpoints: PATCH {base_url}/users/me/address; Resources: Address',
  reason: 'not checked by this version',
} as const;

export const address = suite('address', [
  unassessable({
    ...later,
    id: 'address/accepted',
    level: 'must',
    rule: 'An address of the stated types is accepted.',
    brokenBy: ['address-refused'],
  }),
  unassessable({
    ...later,
    id: 'address/postal-code-number',
    level: 'must',
    rule: 'A postalCode that is a number is accepted.',
    brokenBy: ['postal-code-number-refused'],
  }),
  unassessable({
    ...later,
    id: 'address/postal-code-string',
    level: 'must',
    rule: 'A postalCode that is a string is accepted.',
    brokenBy: ['postal-code-string-refused'],
  }),
  unassessable({
    ...later,
    id: 'address/repeatable',
    level: 'must',
    rule: 'The same address sent twice is accepted twice.',
    brokenBy: ['second-update-refused'],
  }),
  unassessable({
    ...later,
    id: 'address/malformed-json',
    level: 'must',
    rule: 'A body that is no JSON is refused.',
    brokenBy: ['broken-json-accepted'],
  }),
  unassessable({
    ...later,
    id: 'address/wrong-shape',
    level: 'must',
    rule: 'A body that is no object with an object address is refused.',
    brokenBy: ['address-shape-unchecked'],
  }),
  unassessable({
    ...later,
    id: 'address/wrong-type',
    level: 'must',
    rule: 'An object or array in place of a string or number is refused.',
    brokenBy: ['address-types-unchecked'],
  }),
  unassessable({
    ...later,
    id: 'address/coercion',
    level: 'observe',
    rule: 'What scalars of another type, null and missing members get is not shown.',
  }),
  unassessable({
    ...later,
    id: 'address/country-code',
    level: 'should',
    rule: 'A countryCode that is not two uppercase letters is refused.',
    brokenBy: ['country-code-unchecked'],
  }),
  unassessable({
    ...later,
    id: 'address/content-type',
    level: 'should',
    rule: 'A body without Content-Type, or with another, is refused.',
    brokenBy: ['content-type-unchecked'],
  }),
  unassessable({
    ...later,
    id: 'address/overwrites',
    level: 'must',
    when: 'declared',
    rule: 'After two updates the second is what is stored.',
    brokenBy: ['update-merged'],
  }),
  unassessable({
    ...later,
    id: 'address/isolation',
    level: 'must',
    when: 'declared',
    rule: 'The address of another user is unchanged by an update.',
    brokenBy: ['address-shared'],
  }),
  unassessable({
    ...later,
    id: 'address/refused-unchanged',
    level: 'should',
    when: 'declared',
    rule: 'A refused update changes nothing.',
    brokenBy: ['stored-before-checked'],
  }),
]);
