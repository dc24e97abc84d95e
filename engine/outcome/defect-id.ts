import type { Facts } from '../catalogue/cause.ts';

type Defect = Readonly<{
  cause: string;
  facts: Facts;
}>;

const distinguishing = ['member', 'header', 'change'] as const;

/** The same for every seed, shard, run and wording. */
export const defectId = ({ requirement, ...its }: Defect & { readonly requirement: string }) =>
  `${requirement}#${causeId(its)}`;

export function causeId({ cause, facts }: Defect) {
  const what = distinguishing.flatMap((name) => facts[name]?.value ?? []);
  return [cause, ...what].join(':');
}
