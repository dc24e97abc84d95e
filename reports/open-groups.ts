import { grouped, type RequirementResult } from '../engine/result.ts';

export type OpenGroup = Readonly<{
  /** That of the first one: the others may quote something else. */
  reason: string;
  ids: readonly string[];
}>;

type Reasoned = Pick<RequirementResult, 'reason' | 'reasonKind'>;

/** What reasons have in common that differ only in what they quote. */
export const kindOf = ({ reason = '', reasonKind = reason }: Reasoned): string => reasonKind;

export const openGroups = (open: readonly RequirementResult[]): readonly OpenGroup[] =>
  [...grouped(open, kindOf).values()].map((all) => ({
    reason: all[0]?.reason ?? '',
    ids: all.map(({ id }) => id),
  }));
