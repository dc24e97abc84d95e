import { type Cause, cause, type Fail, fromTarget, ofHarness } from '../catalogue/index.ts';
import type { Problem } from '../schema/conforms.ts';
import { fail } from './violation.ts';

/** What is wrong at one place of a body. `also` says what is wrong at further places. */
export type WrongMember = Readonly<{
  member: string;
  place: string;
  found: Problem['found'];
  expects: string;
  symptom: string;
  value: string;
  also: readonly string[];
}>;

const ids = {
  missing: 'missing-member',
  type: 'wrong-type',
  form: 'wrong-form',
  unexpected: 'unexpected-member',
  value: 'wrong-value',
} as const satisfies Record<Problem['kind'], string>;

type WrongMemberId = (typeof ids)[Problem['kind']];

/**
 * The causes of a body that violates a schema. `of` says in titles what the member is of, such as
 * `of an error`.
 */
export function wrongMembers(
  of = '',
  actual: NonNullable<Cause<WrongMember>['actual']> = valueFirst,
): Readonly<Record<WrongMemberId, Cause<WrongMember>>> {
  const declared: Cause<WrongMember> = cause({
    title: ({ member, symptom }) => [member, of, symptom].filter(Boolean).join(' '),
    expected: ({ expects, place }) => `${expects} at ${place}`,
    actual,
  });
  return {
    'missing-member': declared,
    'wrong-type': declared,
    'wrong-form': declared,
    'unexpected-member': declared,
    'wrong-value': declared,
  };
}

const valueFirst = ({ value, also }: WrongMember) =>
  also.length === 0 ? value : `${value}; also wrong: ${also.join(', ')}`;

/**
 * The violation of a schema at a place of a body. It is the same for all elements of a list.
 * `also` says what is wrong at other places.
 */
export function failAtMember(
  place: string,
  { kind, found, expected, symptom, actual }: Problem,
  also: readonly string[] = [],
): Fail<WrongMemberId, WrongMember> {
  const named = place || 'the body';
  return fail(ids[kind], {
    member: ofHarness(named.replace(/\/\d+(?=\/|$)/g, '/*')),
    place: ofHarness(named),
    found,
    expects: ofHarness(expected),
    symptom: ofHarness(symptom),
    value: fromTarget(actual),
    also: fromTarget(also),
  });
}
