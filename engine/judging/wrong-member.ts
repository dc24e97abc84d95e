import {
  type Cause,
  cause,
  type Fail,
  fromTarget,
  ofHarness,
  type Share,
} from '../catalogue/index.ts';
import { type Problem, problems } from '../schema/conforms.ts';
import { type Json, pass } from './answer.ts';
import { fail } from './violation.ts';

/** In how many elements of a list a member is wrong. */
export type InElements = Readonly<{ elements?: number; ofElements?: number }>;

export type WrongMember = InElements &
  Readonly<{
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

const valueFirst = (wrong: WrongMember) => {
  const { value, also } = wrong;
  const others = also.length === 0 ? '' : `; also wrong: ${also.join(', ')}`;
  return `${value}${inElements(wrong)}${others}`;
};

export const inElements = ({ elements, ofElements }: InElements) =>
  elements === undefined ? '' : `, wrong in ${elements} of ${ofElements} elements`;

/** The same for all elements of a list. `also` says what is wrong at other places. */
export function failAtMember(
  place: string,
  { kind, found, expected, symptom, actual }: Problem,
  also: readonly string[] = [],
  elements?: Share,
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
    ...(elements && { elements: elements.times, ofElements: elements.of }),
  });
}

export const mostNamed = 5;

export function judgeMembers(schema: object, value: Json | undefined, at = '') {
  const [problem, ...others] = problems(schema, value);
  if (!problem) return pass();
  const also = others.slice(0, mostNamed).map(({ pointer }) => pointer);
  return failAtMember(`${at}${problem.pointer}`, problem, also);
}

/** Judges a list. The first problem is the violation. `linesOf` says what is wrong in words. */
export function judgeElements(
  elements: readonly (readonly [place: string, element: Json])[],
  problemsOf: (element: Json) => readonly Problem[],
  linesOf: (element: Json) => readonly string[] = () => [],
) {
  const wrong = elements.flatMap(([place, element]) => {
    const all = problemsOf(element);
    return all.length > 0 ? [{ place, element, all }] : [];
  });
  const [first] = wrong;
  const [problem] = first?.all ?? [];
  if (!first || !problem) return pass();
  const same = wrong.filter(({ all }) => all.some(({ pointer }) => pointer === problem.pointer));
  const also = wrong
    .slice(0, mostNamed)
    .flatMap(({ place, element }) => linesOf(element).map((line) => `${place}${line}`));
  return failAtMember(`${first.place}${problem.pointer}`, problem, also.slice(0, mostNamed), {
    times: same.length,
    of: elements.length,
  });
}
