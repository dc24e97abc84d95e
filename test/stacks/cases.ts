import { matchesGlob } from '../../engine/config/globs.ts';
import type { Fault, Stack } from './stack.ts';
import { stacks } from './stacks.ts';

export const asWritten = 'as-written';

export interface Case {
  readonly stack: Stack;
  readonly kind: 'as-written' | 'variation' | 'fault';
  /** The id of the variation or fault, or `as-written`. */
  readonly id: string;
  readonly toggle: Exclude<Fault, string>;
}

/** Returns a case for the stack as written, for each variation and for each fault. */
export function casesOf(stack: Stack): Case[] {
  const casesOfKind = (kind: Case['kind'], toggles: Readonly<Record<string, Fault>>) =>
    Object.entries(toggles).map(([id, toggle]): Case => {
      return { stack, kind, id, toggle: typeof toggle === 'string' ? { title: toggle } : toggle };
    });
  return [
    ...casesOfKind('as-written', { [asWritten]: stack.title }),
    ...casesOfKind('variation', stack.variations),
    ...casesOfKind('fault', stack.faults),
  ];
}

/** All cases, or those that a glob names as `stack` or `stack/id`. */
export function selected(globs: readonly string[]): Case[] {
  const all = stacks.flatMap(casesOf);
  const isNamed = (one: Case) =>
    globs.some((glob) => [nameOf(one), one.stack.id].some((name) => matchesGlob(glob, name)));
  return globs.length === 0 ? all : all.filter(isNamed);
}

export function nameOf({ stack, id }: Case): string {
  return `${stack.id}/${id}`;
}
