import { expect, test } from 'vitest';
import type { Catalogue, FollowUps, Monitor, Requirement } from '../../engine/index.ts';
import { rows } from '../../engine/index.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { sampleKinds } from '../scope.ts';
import { carryOut } from './carry-out.ts';
import { checkHeads, faultHeads } from './heads.ts';
import { summed } from './summary.ts';
import { tasksOf } from './task.ts';

const passing = { kind: 'pass' } as const;

/** Sends the same further requests, and finds nothing. */
const asking =
  (followUps: FollowUps): FollowUps =>
  async (...given) => {
    await followUps(...given);
    return [];
  };

/** Returns the requirement with the same requests and no findings. */
function emptied(requirement: Requirement): Requirement {
  if (requirement.kind === 'check') {
    const { followUps, ...check } = requirement;
    return {
      ...check,
      judge: () => passing,
      ...(followUps ? { followUps: asking(followUps) } : {}),
    };
  }
  if (requirement.kind === 'monitor') return emptiedMonitor(requirement);
  return {
    ...requirement,
    run: async (bound, ask) => {
      await requirement.run(bound, ask);
      return [passing];
    },
  };
}

function emptiedMonitor({ judge, lost: _lost, probing, fold, ...monitor }: Monitor): Monitor {
  const silent: Monitor['probing'] = async (bound, ask) => {
    await probing?.(bound, ask);
    return [];
  };
  return {
    ...monitor,
    ...(judge ? { judge: () => passing } : {}),
    ...(probing ? { probing: silent } : {}),
    ...(fold ? { fold: { ...fold, conclude: () => passing } } : {}),
  };
}

function without(id: string): Catalogue {
  const change = (requirement: Requirement) =>
    requirement.id === id ? emptied(requirement) : requirement;
  return {
    ...catalogue,
    areas: catalogue.areas.map((area) => ({
      ...area,
      suites: area.suites.map((suite) => ({
        ...suite,
        requirements: suite.requirements.map(change),
      })),
    })),
  };
}

const checks = checkHeads(catalogue);
const heads = faultHeads(faults);

/** Returns the problems that proving reports for one fault with that catalogue. */
async function problemsWith(judged: Catalogue, fault: string) {
  const [task] = tasksOf(heads, [], { depth: 'quick', seeds: [1], only: [fault] });
  if (!task) throw new Error(`there is no fault ${fault}`);
  const row = await carryOut(task, judged);
  return summed(checks, heads, [row], { naming: false, everyFault: false }).problems;
}

const tried = [
  ['check', 'auth/missing', 'guard-forgotten-on-portfolios'],
  ['check', 'token/bad-grant', 'grant-type-ignored'],
  ['check', 'user/malformed', 'user-lowercased'],
  ['check', 'address/malformed-json', 'broken-json-accepted'],
  ['check', 'declared/malformed-body', 'declared-body-unchecked'],
  ['scenario', 'guide/fetch', 'guide-always-the-first'],
  ['scenario', 'scope/guides-required', 'scope-not-checked'],
  ['scenario', 'guides/localised', 'guides-cached-without-language'],
  ['monitor', 'guides/schema', 'chapter-count-as-text-in-last'],
  ['monitor', 'token/issued', 'token-scope-as-list'],
  ['monitor', 'errors/response-id-unique', 'response-id-nil'],
] as const;

test.concurrent.each(sampleKinds('emptied judges', tried, ([kind]) => kind))(
  'proving fails if the judge of the %s %s is emptied',
  async (kind, id, fault) => {
    const requirement = rows(catalogue).find((row) => row.requirement.id === id)?.requirement;
    expect(requirement?.kind).toBe(kind);
    expect(await problemsWith(catalogue, fault)).toEqual([]);
    const problems = await problemsWith(without(id), fault);
    expect(problems).toContainEqual({ kind: 'missed', subject: fault, text: `by ${id}` });
  },
);
