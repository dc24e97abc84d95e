import type { Case } from './cases.ts';
import type { Row } from './row.ts';
import type { Stack } from './stack.ts';

/** Returns the differences between the outcome of a case and the expectations of its stack. */
export function problemsOf(one: Case, row: Row): string[] {
  const broken = row.errors.map((error) => `error: ${error}`);
  const problems = one.fault ? ofFault(one, row) : ofCorrect(one, row);
  return [...broken, ...(row.verdict === 'broken' ? [] : problems)];
}

function ofCorrect({ stack, variation }: Case, { verdict, said, open }: Row): string[] {
  const listed = (one: Pick<Stack, 'warns'> | undefined) => Object.keys({ ...one?.warns });
  const left = verdict === 'inconclusive' ? Object.entries(open) : [];
  return [
    ...accusations(said, [...listed(stack), ...listed(variation)]),
    ...stale(said, listed(variation ?? stack)),
    ...left.map(([id, reason]) => `left open: ${id}: ${reason}`),
  ];
}

function ofFault({ stack, fault }: Case, { said, broken = 'no outcome' }: Row): string[] {
  if (!fault) return [];
  const { breaks, mayFail = [], alsoFails = {}, unfound } = fault;
  const isFound = said[breaks] !== undefined;
  const known = [breaks, ...mayFail, ...Object.keys({ ...alsoFails, ...stack.warns })];
  return [
    ...(isFound || unfound !== undefined
      ? []
      : [`missed: ${breaks} does not report it: ${broken}`]),
    ...(isFound && unfound !== undefined ? [`stale: unfound, but ${breaks} reports it`] : []),
    ...accusations(said, known),
    ...stale(said, Object.keys(alsoFails)),
  ];
}

function accusations(said: Row['said'], known: readonly string[]): string[] {
  return Object.entries(said)
    .filter(([id]) => !known.includes(id))
    .map(([id, message]) => `accused: ${id}: ${message}`);
}

function stale(said: Row['said'], expected: readonly string[]): string[] {
  return expected
    .filter((id) => said[id] === undefined)
    .map((id) => `stale: ${id} reports nothing`);
}
