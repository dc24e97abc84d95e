import type { Cause, Facts, FactValue } from '../catalogue/cause.ts';
import type { Requirement } from '../catalogue/check.ts';
import { summarize } from '../judging/answer.ts';
import type { Exhibit, Finding } from './finding.ts';

/** A violation in words. */
export interface Words {
  readonly title: string;
  readonly expected: string;
  readonly actual: string;
}

/** Says what is wrong, what was expected and what came instead, from the cause and the facts. */
export function wordsOf(requirement: Requirement, found: Finding): Words {
  const { facts, exchange } = found;
  const declared = causeOf(requirement, found);
  // A stored part may be of another catalogue.
  if (!declared) return { title: found.cause, expected: '', actual: '' };
  const values = valuesOf(facts);
  const { title, expected, actual } = declared;
  const response = exchange ? summarize(asExchange(exchange)) : '';
  return {
    title: said(title, values),
    expected: said(expected, values),
    actual: actual?.(values, response) ?? response,
  };
}

/** The cause of a finding. Undefined if the requirement does not declare it. */
export function causeOf(
  { causes = {} }: Pick<Requirement, 'causes'>,
  { cause }: Pick<Finding, 'cause'>,
  // biome-ignore lint/suspicious/noExplicitAny: only the cause knows its facts
): Cause<any> | undefined {
  return Object.hasOwn(causes, cause) ? causes[cause] : undefined;
}

/** The values of facts, without their sources. */
export const valuesOf = (facts: Facts): Readonly<Record<string, FactValue>> =>
  Object.fromEntries(Object.entries(facts).map(([name, { value }]) => [name, value]));

const said = (
  words: Cause<object>['title'],
  values: Readonly<Record<string, FactValue>>,
): string => (typeof words === 'string' ? words : words(values));

/** An exhibit as an exchange, of which only the response is read. */
const asExchange = ({ answer }: Exhibit) => ({ answer }) as Parameters<typeof summarize>[0];
