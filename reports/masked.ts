import { defectId, type Failure, type Result } from '../engine/result.ts';
import { maskRequest, maskResponse, stepsOf } from './masked-exchange.ts';
import { maskFacts, maskPart } from './masked-part.ts';
import { maskProfile } from './masked-profile.ts';
import { maskProse, maskText } from './masked-text.ts';

// A published result must not identify people, so everything that is not known to be harmless is
// masked. That includes the values of members, headers and paths, and in sentences every word that
// is not the harness's own. Verdict, outcomes, statuses, names of members and headers, media types,
// counts, the operator's description of the target, and the catalogue stay.

/** The notice that every report of a masked result shows. */
export const maskedNotice =
  'Personal data are masked: values in requests and responses are removed.';

/**
 * Masks the personal data that requests, responses and the profile may contain. Verdict and
 * outcomes stay the same.
 */
export function maskResult(result: Result): Result {
  const { target, requirements, profile, part, knownFailures } = result;
  const steps = publicSteps(result);
  const titles = new Map(requirements.map(({ id, title }) => [id, title]));
  const baseUrl = withoutCredentials(target.baseUrl);
  const authUrl = withoutCredentials(target.authUrl);
  const masked: Result = {
    ...result,
    masked: true,
    target: { ...target, baseUrl, authUrl },
    profile: maskProfile(profile),
    waived: result.waived.map(withProse),
    requirements: requirements.map((requirement) => ({
      ...withReason(requirement),
      endpoints: requirement.endpoints.map(withReason),
    })),
    failures: result.failures.map((failure) =>
      maskFailure(
        failure,
        titles.get(failure.requirement) ?? '',
        [target.authUrl, target.baseUrl],
        steps,
        result.failures,
      ),
    ),
    harnessErrors: result.harnessErrors.map(({ where, message }) => ({
      where: maskText(where),
      message: maskText(message),
    })),
    notices: withNotice(result.notices.map(maskText)),
    ...(result.interrupted === undefined ? {} : { interrupted: maskText(result.interrupted) }),
    observations: maskObservations(result.observations),
    part: maskPart(part, steps),
    ...(knownFailures === undefined
      ? {}
      : {
          knownFailures: {
            matched: knownFailures.matched.map(withProse),
            stale: knownFailures.stale.map(withProse),
            unknown: knownFailures.unknown.map((entry) => ({
              ...withProse(entry),
              why: maskText(entry.why),
            })),
            unlisted: knownFailures.unlisted,
          },
        }),
  };
  return { ...masked, part: { ...masked.part, notices: withNotice(masked.part.notices) } };
}

/** Returns the path segments of the endpoints in a result. They identify no person. */
export function publicSteps({ requirements, profile, latency }: Result): ReadonlySet<string> {
  return stepsOf([
    ...requirements.flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint)),
    ...profile.endpoints.map(({ path }) => path),
    ...latency.map(({ endpoint }) => endpoint),
    ...(profile.guidePath === undefined ? [] : [profile.guidePath]),
  ]);
}

function withNotice(notices: readonly string[]): readonly string[] {
  return [...new Set([...notices, maskedNotice])].sort();
}

function withReason<T extends { readonly reason?: string }>(entry: T): T {
  return entry.reason === undefined ? entry : { ...entry, reason: maskText(entry.reason) };
}

function withProse<T extends { readonly reason: string }>(entry: T): T {
  return { ...entry, reason: maskProse(entry.reason) };
}

/** Masks observations. Those that differ only in masked values become one. */
function maskObservations(observations: Result['observations']): Result['observations'] {
  const masked = observations.map((one) => ({ ...one, value: maskText(one.value) }));
  const byText = new Map(
    masked.map((one) => [`${one.requirement}|${one.endpoint}|${one.value}`, one]),
  );
  return [...byText.values()];
}

/** The id of a failure follows from its masked facts. */
const idOf = (failure: Failure) => defectId({ ...failure, facts: maskFacts(failure.facts) });

function maskFailure(
  failure: Failure,
  title: string,
  origins: readonly string[],
  steps: ReadonlySet<string>,
  all: readonly Failure[],
): Failure {
  // The curl command consists of the values that are masked. A masked result cannot be replayed.
  const { curl: _curl, replay: _replay, request, response, accepted, recipe, ...others } = failure;
  const { sameCauseAs: _sameCauseAs, ...rest } = others;
  const maskSent = (sent: NonNullable<typeof request>) => maskRequest(sent, origins, steps);
  const root = all.find(({ id }) => id === failure.sameCauseAs);
  const explained = failure.sameCauseAs === undefined ? undefined : root && idOf(root);
  const expected = maskText(failure.expected);
  const actual = maskText(failure.actual);
  return {
    ...rest,
    id: idOf(failure),
    ...(explained === undefined ? {} : { sameCauseAs: explained }),
    facts: maskFacts(failure.facts),
    title: maskText(failure.title),
    message: `${title} Expected ${expected}; actual: ${actual}`,
    expected,
    actual,
    ...(request === undefined ? {} : { request: maskSent(request) }),
    ...(response === undefined ? {} : { response: maskResponse(response) }),
    ...(accepted === undefined
      ? {}
      : {
          accepted: {
            request: maskSent(accepted.request),
            response: maskResponse(accepted.response),
          },
        }),
    ...(recipe === undefined
      ? {}
      : {
          recipe: {
            ...recipe,
            steps: recipe.steps.map(({ request: sent, response: came, ...how }) => ({
              ...how,
              request: maskSent(sent),
              ...(came ? { response: maskResponse(came) } : {}),
            })),
          },
        }),
  };
}

function withoutCredentials(url: string): string {
  return url.replace(/^([a-z+.-]+:\/\/)[^/?#]*@/i, '$1').replace(/[?#].*$/s, '');
}
