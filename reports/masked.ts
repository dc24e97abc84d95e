import {
  defectId,
  defined,
  type Failure,
  type KnownFailures,
  type RequirementResult,
  type Result,
} from '../engine/result.ts';
import { stepsOf } from './masked-exchange.ts';
import { maskProse } from './masked-form.ts';
import { maskFacts, maskPart } from './masked-part.ts';
import { maskProfile } from './masked-profile.ts';
import { withMembers } from './with-members.ts';

// A published result must not identify people. What the target or the operator sent is masked by its
// type: quotations in sentences, facts that are not ours, requests, responses and the profile. The
// words of the result are then derived again from its masked part.

export const maskedNotice =
  'Personal data are masked: values in requests and responses are removed.';

type Derived = Pick<
  Result,
  'requirements' | 'failures' | 'harnessErrors' | 'notices' | 'obstacle' | 'observations'
>;

/**
 * Masks the personal data that a result may contain. Verdict and outcomes stay the same. `derive`
 * words what the masked part shows.
 */
export function maskResult(result: Result, derive: (masked: Result) => Derived): Result {
  const { obstacle: _obstacle, ...rest } = result;
  const notices = result.part.notices.filter((notice) => notice !== maskedNotice);
  const part = maskPart({ ...result.part, notices }, publicSteps(result));
  const shell: Result = {
    ...withMembers(rest, {
      target: (target) =>
        withMembers(target, { baseUrl: withoutCredentials, authUrl: withoutCredentials }),
      profile: maskProfile,
      waived: (all) => all.map(withProse),
      interrupted: maskProse,
      knownFailures: maskKnown,
    }),
    masked: true,
    part: { ...part, notices: [...part.notices, maskedNotice].sort() },
  };
  const { requirements, failures, ...derived } = derive(shell);
  const known = new Map(requirements.map((one) => [one.id, one]));
  const found = new Map(failures.map((one) => [one.id, one]));
  return {
    ...shell,
    ...derived,
    requirements: result.requirements.map((one) => withReasons(one, known.get(one.id))),
    failures: result.failures.map((one) => {
      // A masked result cannot be replayed.
      const {
        curl: _curl,
        variables: _variables,
        replay: _replay,
        ...rest
      } = found.get(idOf(one)) ?? unknown(one);
      return rest;
    }),
  };
}

export const publicSteps = ({ requirements, profile, latency }: Result): ReadonlySet<string> =>
  stepsOf([
    ...requirements.flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint)),
    ...profile.endpoints.map(({ path }) => path),
    ...latency.map(({ endpoint }) => endpoint),
    ...(profile.guidePath === undefined ? [] : [profile.guidePath]),
  ]);

const maskKnown = ({ matched, stale, unknown, unlisted }: KnownFailures) => ({
  matched: matched.map(withProse),
  stale: stale.map(withProse),
  unknown: unknown.map((entry) => ({ ...withProse(entry), why: maskProse(entry.why) })),
  unlisted,
});

function withProse<T extends { readonly reason: string }>(entry: T) {
  return { ...entry, reason: maskProse(entry.reason) };
}

function withReasons(
  { reason: _reason, reasonKind: _kind, lacks: _lacks, endpoints, ...rest }: RequirementResult,
  derived: RequirementResult | undefined,
) {
  const { reason, reasonKind, lacks } = derived ?? {};
  return {
    ...rest,
    ...defined({ reason, reasonKind, lacks }),
    endpoints: endpoints.map(({ reason: _own, reasonKind: _ownKind, ...one }) => {
      const again = derived?.endpoints.find(({ endpoint }) => endpoint === one.endpoint);
      return { ...one, ...defined({ reason: again?.reason, reasonKind: again?.reasonKind }) };
    }),
  };
}

/** The id of a failure follows from its masked facts. */
const idOf = (failure: Failure) => defectId({ ...failure, facts: maskFacts(failure.facts) });

/** A failure of another catalogue, whose words are unknown. */
function unknown(failure: Failure): Failure {
  const { requirement, outcome, cause, places, reproduced } = failure;
  const words = { title: cause, message: cause, expected: '', actual: '' };
  const facts = maskFacts(failure.facts);
  return { id: idOf(failure), requirement, outcome, cause, ...words, facts, places, reproduced };
}

const withoutCredentials = (url: string) =>
  url.replace(/^([a-z+.-]+:\/\/)[^/?#]*@/i, '$1').replace(/[?#].*$/s, '');
