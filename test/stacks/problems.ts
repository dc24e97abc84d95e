import type { Case } from './cases.ts';
import type { Row } from './row.ts';

/** What is wrong with the outcome of a case: nothing, if the harness judged it as the data beside the stack say. */
export function problemsOf(one: Case, row: Row): string[] {
  const broken = row.errors.map((error) => `error: ${error}`);
  const problems = one.fault ? ofFault(one, row) : ofCorrect(one, row);
  return [...broken, ...(row.verdict === 'broken' ? [] : problems)];
}

function ofCorrect({ stack, variation }: Case, { verdict, said, open }: Row): string[] {
  const expected = { ...stack.warns, ...stack.takenOver, ...variation?.warns, ...variation?.takenOver };
  const own = { ...variation?.warns, ...variation?.takenOver };
  const isOpen = verdict === 'inconclusive';
  const mayBeOpen = variation?.leftOpen !== undefined;
  return [
    ...accusations(said, Object.keys(expected)),
    ...stale(said, Object.keys(variation ? own : expected)),
    ...(isOpen && !mayBeOpen ? Object.entries(open).map(([id, reason]) => `left open: ${id}: ${reason}`) : []),
    ...(!isOpen && mayBeOpen ? ['stale: leftOpen'] : []),
  ];
}

function ofFault({ stack, fault }: Case, { said }: Row): string[] {
  if (!fault) return [];
  const { breaks, also = [], asWell = {}, unfound } = fault;
  const isFound = said[breaks] !== undefined;
  const known = [breaks, ...also, ...Object.keys({ ...asWell, ...stack.warns, ...stack.takenOver })];
  return [
    ...(isFound || unfound !== undefined ? [] : [`missed: ${breaks} does not report it`]),
    ...(isFound && unfound !== undefined ? [`stale: unfound, but ${breaks} reports it`] : []),
    ...accusations(said, known),
    ...stale(said, Object.keys(asWell)),
  ];
}

function accusations(said: Row['said'], known: readonly string[]): string[] {
  return Object.entries(said)
    .filter(([id]) => !known.includes(id))
    .map(([id, message]) => `accused: ${id}: ${message}`);
}

function stale(said: Row['said'], expected: readonly string[]): string[] {
  return expected.filter((id) => said[id] === undefined).map((id) => `stale: ${id} reports nothing`);
}
