import { grouped, type RequirementResult } from '../../engine/result.ts';
import { kindOf } from '../open-groups.ts';
import type { Shown } from './visible.ts';

/** Requirements that share the reason why they were not assessed, on some endpoints or on all. */
export type OpenReason = Readonly<{
  outcome: 'inconclusive' | 'not-run';
  /** That of the first requirement. Those of the others differ at most in what they quote. */
  reason: string;
  requirements: readonly { readonly id: string; readonly endpoints: readonly string[] }[];
  blocksNothing: boolean;
  claimed: boolean;
}>;

type Entry = Readonly<{
  requirement: RequirementResult;
  outcome: OpenReason['outcome'];
  reason: string;
  kind: string;
  endpoint?: string;
}>;

export function openReasons({ requirements, waived }: Shown): readonly OpenReason[] {
  const waivedIds = new Set(waived.map(({ id }) => id));
  const entries = requirements.filter(({ id }) => !waivedIds.has(id)).flatMap(entriesOf);
  const byReason = grouped(entries, ({ outcome, kind, requirement }) =>
    [outcome, requirement.claimed, kind].join('|'),
  );
  return [...byReason.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const byRequirement = grouped(all, ({ requirement }) => requirement.id);
    return [
      {
        outcome: first.outcome,
        reason: first.reason,
        requirements: [...byRequirement].map(([id, same]) => ({
          id,
          endpoints: same.flatMap(({ endpoint }) => (endpoint === undefined ? [] : [endpoint])),
        })),
        blocksNothing: all.every(({ requirement }) => requirement.blocksNothing === true),
        claimed: first.requirement.claimed,
      },
    ];
  });
}

function entriesOf(requirement: RequirementResult): Entry[] {
  const { outcome, reason, endpoints } = requirement;
  if (endpoints.length === 0)
    return isOpen(outcome)
      ? [{ requirement, outcome, reason: reason ?? '', kind: kindOf(requirement) }]
      : [];
  return endpoints.flatMap((one) =>
    isOpen(one.outcome)
      ? [
          {
            requirement,
            outcome: one.outcome,
            reason: one.reason ?? reason ?? '',
            kind: kindOf(one.reason === undefined ? requirement : one),
            endpoint: one.endpoint,
          },
        ]
      : [],
  );
}

const isOpen = (outcome: RequirementResult['outcome']): outcome is OpenReason['outcome'] =>
  outcome === 'inconclusive' || outcome === 'not-run';
