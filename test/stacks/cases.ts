import { matchesGlob } from '../../engine/config/globs.ts';
import type { Fault, Stack, Variation } from './stack.ts';
import { stacks } from './stacks.ts';

export type Kind = 'as-written' | 'variation' | 'fault';

export interface Case {
  readonly stack: Stack;
  readonly kind: Kind;
  readonly toggle?: string;
  readonly variation?: Variation;
  readonly fault?: Fault;
}

/** Returns a case for each stack as written, each variation and each fault. */
export function casesOf(some: readonly Stack[]): Case[] {
  return some.flatMap((stack): Case[] => [
    { stack, kind: 'as-written' },
    ...stack.variations.map(
      (variation): Case => ({ stack, kind: 'variation', toggle: variation.id, variation }),
    ),
    ...stack.faults.map((fault): Case => ({ stack, kind: 'fault', toggle: fault.id, fault })),
  ]);
}

/** Selects cases by `stack` or `stack/id`, in which `*` stands for any characters. */
export function selected(cases: readonly Case[], globs: readonly string[]): Case[] {
  return cases.filter((one) =>
    globs.some((glob) => matchesGlob(glob, nameOf(one)) || matchesGlob(glob, one.stack.id)),
  );
}

export function nameOf({ stack, toggle = 'as-written' }: Case): string {
  return `${stack.id}/${toggle}`;
}

export function caseNamed(name: string): Case {
  const found = casesOf(stacks).find((one) => nameOf(one) === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}
