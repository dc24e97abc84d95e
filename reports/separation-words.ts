import type { Failure, Result } from '../engine/result.ts';
import { numeral } from './counted.ts';

type Value = NonNullable<Failure['separation']>['value'];
type Words = (value: Value, isLeast: boolean) => string;

const userWords: Readonly<Record<string, string>> = {
  first: 'for the first user',
  second: 'for the second user',
  none: 'without x-user-id',
  longer: 'with the id and more after it in x-user-id',
  another: 'with another x-user-id',
};

/** Says a value of the failing responses, or of those that pass (`isLeast` is false). */
const wordsOf: Readonly<Record<string, Words>> = {
  user: (value) => userWords[value] ?? `${value}`,
  method: (value) => `to ${value}`,
  status: (value) => (value === 'none' ? 'without a response' : `with status ${value}`),
};

export function separationWords(
  { separation }: Failure,
  { startedAt }: Pick<Result['run'], 'startedAt'>,
): string | undefined {
  if (!separation) return undefined;
  const { attribute, value, others, failing, passing, isOfWellFormed, isOfSameUsers } = separation;
  if (attribute === 'moment') {
    const seconds = Math.max(0, Math.round((Number(value) - Date.parse(startedAt)) / 100) / 10);
    const same = isOfSameUsers ? ', for the same users' : '';
    return (
      `the first ${passing} responses to well-formed requests pass, and all ${failing} later ones ` +
      `fail${same}: from ${seconds} s into the run on`
    );
  }
  const words = wordsOf[attribute] ?? sizeWords(attribute);
  const [only, ...more] = others;
  const there = only === undefined || more.length > 0 ? 'others' : words(only, false);
  const among = isOfWellFormed ? 'of the well-formed requests, ' : '';
  return `${among}all ${failing} responses ${words(value, true)} fail, all ${passing} ${there} pass`;
}

const sizeWords =
  (attribute: string): Words =>
  (value, isLeast) => {
    const size = numeral(Number(value));
    const some = isLeast ? `${size} or more` : `at most ${size}`;
    return attribute === 'header fields'
      ? `with ${some} ${attribute}`
      : `with ${some} bytes in ${attribute}`;
  };
