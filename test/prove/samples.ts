import { type CheckHead, type FaultHead, groupOf } from './heads.ts';
import type { Row } from './row.ts';

/** Returns a requirement in the group that its id names. */
export function checkHead(id: string, ...brokenBy: readonly string[]): CheckHead {
  return { id, group: groupOf(id), level: 'must', brokenBy };
}

export function faultHead(id: string, intended: string, changes: Partial<FaultHead> = {}): FaultHead {
  return { id, breaks: [intended], alsoFails: [], mayFail: [], ...changes };
}

/** Returns the row of a run of that fault in which these requirements failed. */
export function faultRow(id: string, fired: readonly string[], changes: Partial<Row> = {}): Row {
  return {
    kind: 'fault',
    id,
    seed: 1,
    depth: 'standard',
    fired,
    said: [],
    verdict: fired.length > 0 ? 'non-conformant' : 'conformant',
    harnessErrors: [],
    requests: 10,
    ms: 20,
    cpuMs: 15,
    ...changes,
  };
}

export function variantRow(id: string, fired: readonly string[], changes: Partial<Row> = {}): Row {
  return { ...faultRow(id, fired), kind: 'variant', ...changes };
}
