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
  const declared = causeOf(requirement, found);
  const words = declared && ifTheyFit(() => wordsFor(declared, found));
  return words ?? { title: found.cause, expected: '', actual: '' };
}

/**
 * Takes the facts of a finding to functions of its cause. A stored part may be of another
 * catalogue, so they may be others than the cause expects. Then undefined.
 */
export function ifTheyFit<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

function wordsFor({ title, expected, actual }: Cause<object>, { facts, exchange }: Finding): Words {
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
): string => (typeof words === 'string' ? words : String(words(values)));

/** An exhibit as an exchange, of which only the response is read. */
const asExchange = ({ answer }: Exhibit) => ({ answer }) as Parameters<typeof summarize>[0];
