import { check, generated, scenario, series } from '../../engine/index.ts';
import type { WrongBody } from '../../fixtures/malformed/body.ts';
import { contradictionCases, scalar } from '../../fixtures/malformed/body-cases.ts';
import { caseOf } from '../../fixtures/malformed/cases.ts';
import {
  anyCountryCode,
  countryCodes,
  isNoCountryCode,
} from '../../fixtures/malformed/country-code.ts';
import { openAddresses } from '../../fixtures/malformed/open-address.ts';
import { faultyUpdates } from '../../fixtures/malformed/refused-updates.ts';
import addressUpdate from '../../schemas/address-update-open.schema.json' with { type: 'json' };
import { refusedUpdateCauses } from '../address-classes.ts';
import { common, firstAddress, secondAddress, update } from '../address-update.ts';
import { why } from '../advice.ts';
import { bodyRequirements, observeAnswers } from '../body-cases.ts';
import { mustRefuse } from '../refusals.ts';
import { judgeRefusedUpdates } from '../refused-updates.ts';
import { spec, standard } from '../statements.ts';

export const refusedUnchanged = scenario({
  ...common,
  id: 'address/refused-unchanged',
  level: 'should',
  when: 'declared',
  needs: ['read-back'],
  section: `${common.section}; RFC 9110 section 15.5`,
  statement: standard['RFC 9110, section 15.5.1'],
  causes: refusedUpdateCauses,
  advice: [
    {
      suspect: 'The members are stored, or set on the loaded entity, before validation ends.',
      look: 'Validate the whole body before the first write.',
      when: [({ storesRefused }) => storesRefused || undefined],
    },
    {
      suspect: 'A queue or a retry stores the refused update later.',
      look: 'Queue only updates that passed validation.',
    },
    {
      suspect: 'The rollback of the refused update clears members or restores an older address.',
      look: 'Let the database roll back, and restore nothing by hand.',
      when: [({ storesRefused }) => storesRefused === false || undefined],
    },
  ],
  rule: 'A refused update changes nothing.',
  run: (bound, ask) =>
    judgeRefusedUpdates(
      bound,
      ask,
      faultyUpdates(secondAddress(bound), (address) => update(bound, address)),
    ),
});

const coercion = scenario({
  ...common,
  id: 'address/coercion',
  statement: spec.addressNotShown,
  advice: why.unspecified,
  level: 'observe',
  // Other requirements must not see a malformed address.
  lane: 'alone',
  rule: 'Reports how the endpoint handles null, missing members and scalars of another type.',
  run: async (bound, ask) => {
    const open = openAddresses(firstAddress(bound));
    const requests = open.map(({ label, address }) => ({ label, request: update(bound, address) }));
    const judgements = await observeAnswers(bound, ask, requests);
    await ask('after', bound.wellFormed());
    return judgements;
  },
});

/** address/wrong-type judges deeper places. */
const isShape = (path: WrongBody['path']) => path.length <= 1;

const [malformedJson, jsonExtensions, contentType] = bodyRequirements(
  'address',
  common,
  spec.addressHeaders,
);

export const refusedRequirements = [
  malformedJson,
  jsonExtensions,
  check({
    ...common,
    ...mustRefuse('a body without an address object'),
    id: 'address/wrong-shape',
    statement: spec.addressBody,
    advice: [
      {
        suspect: 'A missing, null or empty address is skipped or deletes the stored one.',
        look: 'Require address to be an object.',
      },
      why.unwrapped,
      why.noSchema,
    ],
    level: 'must',

    cases: (bound) => {
      const address = firstAddress(bound);
      const bare: WrongBody = {
        kind: 'missing',
        path: [],
        label: 'the address itself',
        value: address,
        body: address,
      };
      return contradictionCases(bound, addressUpdate, isShape, bare);
    },
  }),
  check({
    ...common,
    ...mustRefuse('an object or array in place of a scalar'),
    id: 'address/wrong-type',
    statement: spec.line1,
    advice: [why.coercingBinder, why.partialRules, why.noSchema],
    level: 'must',
    rule: 'An object or array in place of a string or number is refused.',
    cases: (bound) => contradictionCases(bound, anyScalars, (path) => !isShape(path)),
  }),
  coercion,
  check({
    ...common,
    ...mustRefuse('a countryCode that is not two uppercase letters'),
    id: 'address/country-code',
    statement: spec.countryCode,
    advice: [
      {
        suspect: 'The pattern is unanchored or multiline, or has A-z or a $ before a line break.',
        look: 'Match the whole string against [A-Z]{2}, or use a list of ISO 3166 codes.',
      },
      {
        suspect: 'Only the length or the type is checked.',
        look: 'Add the pattern or an enum of the codes to the schema.',
      },
      {
        suspect:
          'The code is uppercased, cut or converted from full-width letters before the check.',
        look: 'Validate the raw value.',
      },
    ],
    level: 'should',

    cases: (bound) => {
      const toCase = caseOf('countryCode', isNoCountryCode, (value) =>
        update(bound, { ...firstAddress(bound), countryCode: value }),
      );
      return series(
        countryCodes.map(toCase),
        generated({ arbitrary: anyCountryCode, counts: [2, 8, 60], toCase }),
      );
    },
  }),
  contentType,
] as const;

/** address/coercion observes scalars of another type. */
const anyScalars = {
  type: 'object',
  properties: {
    address: {
      type: 'object',
      properties: {
        line1: scalar,
        line2: scalar,
        city: scalar,
        postalCode: scalar,
        countryCode: scalar,
      },
    },
  },
};
