import type { Endpoint } from '../../engine/catalogue/endpoint.ts';
import { sampleErrors } from '../../fixtures/samples/errors.ts';
import apiError from '../../schemas/api-error.schema.json' with { type: 'json' };
import { type Components, pascal } from './components.ts';
import { conforms, sampleOf } from './sample-of.ts';
import type { Specified } from './specified.ts';

export function responsesOf(
  endpoint: Endpoint,
  said: Specified | undefined,
  components: Components,
): Record<string, object> {
  const statuses = endpoint.statuses ?? [200];
  const successes = statuses.map(
    (status) => [String(status), success(endpoint, said, status, components)] as const,
  );
  const failure = (description: string, example: object) => ({
    description,
    content: {
      'application/json': {
        schema: components.refer(apiError, 'ApiError', sampleErrors.unauthorized),
        example,
      },
    },
  });
  return {
    ...Object.fromEntries(successes),
    401: failure(
      'The bearer token is missing or invalid, or the user does not exist.',
      said?.unauthorized ?? sampleErrors.unauthorized,
    ),
    403: failure('The token lacks a scope, or access is denied.', sampleErrors.forbidden),
    '4XX': failure(
      'Any other refusal. The specification does not say which status.',
      sampleErrors.refused,
    ),
    '5XX': failure('A server error.', sampleErrors.failed),
  };
}

function success(
  endpoint: Endpoint,
  said: Specified | undefined,
  status: number,
  components: Components,
): Record<string, unknown> {
  const isShown = endpoint.statuses !== undefined || said?.is200;
  const headers = endpoint.name === 'guides' ? { headers: { 'Cache-Control': cacheControl } } : {};
  const description = isShown
    ? 'Success.'
    : 'Success. The specification does not say which 2xx status.';
  if (status === 204 || status === 205) return { description, ...headers };
  return {
    description,
    ...headers,
    content: { 'application/json': bodyOf(endpoint, said, components) },
  };
}

const cacheControl = {
  description: 'The list of guides may be cached for 30 minutes.',
  required: true,
  schema: { type: 'string' },
  example: 'max-age=1800',
};

/** The operator's schema overrides that of the specification. */
function bodyOf(endpoint: Endpoint, said: Specified | undefined, components: Components): object {
  const { responseSchema, id } = endpoint;
  if (responseSchema !== undefined) {
    const sample =
      said && conforms(responseSchema, said.sample) ? said.sample : sampleOf(responseSchema);
    const schema = components.refer(responseSchema, `${pascal(id)}Answer`, sample);
    return { schema, ...(sample === undefined ? {} : { example: sample }), 'x-declared': true };
  }
  if (said?.response) return { schema: said.response(components), example: said.sample };
  const description =
    'The specification does not define the body. The example is one possible form.';
  const example = said?.sample ?? {};
  return { schema: { description, example }, example };
}
