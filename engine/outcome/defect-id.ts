import type { Facts } from '../catalogue/cause.ts';

/** What identifies a defect of a requirement. */
interface Defect {
  readonly cause: string;
  readonly facts: Facts;
}

/** The facts that distinguish findings of one cause. */
const distinguishing = ['member', 'header', 'change'] as const;

/**
 * The id of a defect: `requirement#cause`, and what distinguishes it from others with this cause. It
 * is the same for every seed, shard, run and wording.
 */
export const defectId = ({ requirement, ...its }: Defect & { readonly requirement: string }) =>
  `${requirement}#${causeId(its)}`;

/** Violations of a requirement with the same id have the same defect. */
export function causeId({ cause, facts }: Defect): string {
  const what = distinguishing.flatMap((name) => facts[name]?.value ?? []);
  return [cause, ...what].join(':');
}
