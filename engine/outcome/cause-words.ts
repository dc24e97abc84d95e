import type { Cause, Facts, FactValue, Requirement } from '../catalogue/index.ts';
import { summarize } from '../judging/answer.ts';
import type { Exhibit, Finding } from './finding.ts';

export type Words = Readonly<{
  title: string;
  expected: string;
  actual: string;
}>;

export function wordsOf(requirement: Requirement, found: Finding): Words {
  const declared = causeOf(requirement, found);
  const words = declared && ifTheyFit(() => wordsFor(declared, found));
  return words ?? { title: found.cause, expected: '', actual: '' };
}

/** A stored part may be of another catalogue, and its facts others than the cause expects. */
export function ifTheyFit<Value>(use: () => Value) {
  try {
    return use();
  } catch {
    return undefined;
  }
}

function wordsFor({ title, expected, actual }: Cause<object>, { facts, exchange }: Finding) {
  const values = valuesOf(facts);
  const response = exchange ? summarize(asExchange(exchange)) : '';
  const { beside } = values;
  const came = String(actual?.(values, response) ?? response);
  return {
    title: said(title, values),
    expected: said(expected, values),
    actual: beside === undefined ? came : `${came}; beside it: ${beside}`,
  };
}

export const causeOf = (
  { causes = {} }: Pick<Requirement, 'causes'>,
  { cause }: Pick<Finding, 'cause'>,
) => (Object.hasOwn(causes, cause) ? causes[cause] : undefined);

export const valuesOf = (facts: Facts): Readonly<Record<string, FactValue>> =>
  Object.fromEntries(Object.entries(facts).map(([name, { value }]) => [name, value]));

const said = (words: Cause<object>['title'], values: Readonly<Record<string, FactValue>>) =>
  typeof words === 'string' ? words : String(words(values));

/** Only the response is read. */
const asExchange = ({ answer }: Exhibit) => ({ answer }) as Parameters<typeof summarize>[0];
