import type { Failure, Result } from '../engine/result.ts';
import { counted } from './counted.ts';

/** A finding with its number, which `replay --failure` takes. */
export type Numbered = Readonly<{
  failure: Failure;
  nth: number;
}>;

export interface Block extends Numbered {
  readonly linked: readonly Numbered[];
}

/** Puts findings with the same cause into one block. Blocks with a failure come first. */
export function blocksByCause(failures: readonly Failure[]): readonly Block[] {
  const byId = new Map<string, (typeof blocks)[number]>();
  const blocks: { failure: Failure; nth: number; linked: Numbered[] }[] = [];
  for (const [at, failure] of failures.entries()) {
    const one = { failure, nth: at + 1 };
    // In a forged result, findings may name later ones or each other.
    const root = byId.get(failure.sameCauseAs ?? '');
    const block = root ?? { ...one, linked: [] };
    if (root) root.linked.push(one);
    else blocks.push(block);
    if (failure.id !== undefined && !byId.has(failure.id)) byId.set(failure.id, block);
  }
  const fails = (one: Numbered) => one.failure.outcome === 'fail';
  const isFailing = (block: Block) => fails(block) || block.linked.some(fails);
  return [...blocks.filter(isFailing), ...blocks.filter((block) => !isFailing(block))];
}

export function linkedWords(
  { failure, nth }: Numbered,
  { requirements }: Pick<Result, 'requirements'>,
): string {
  const { id, requirement, outcome, title, places } = failure;
  const count = places.reduce((sum, place) => sum + place.count, 0);
  const cases = requirements.find((one) => one.id === requirement)?.cases ?? 0;
  const often = count > 1 && cases >= count ? [`${count} of ${counted(cases, 'case')}`] : [];
  const kind = outcome === 'warn' ? ['warning'] : [];
  const more = [...(id === undefined ? [] : [id]), ...kind, ...often];
  return `${nth}. ${requirement}  ${title}${more.length > 0 ? ` (${more.join(', ')})` : ''}`;
}
