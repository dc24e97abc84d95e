import { sampleErrors } from '../../fixtures/samples/errors.ts';
import { sampleUserId } from '../../fixtures/samples/ids.ts';
import { sampleTokenAnswer, sampleTokenRequest } from '../../fixtures/samples/token.ts';
import apiError from '../../schemas/api-error.schema.json' with { type: 'json' };
import tokenAnswer from '../../schemas/token-answer.schema.json' with { type: 'json' };
import tokenRequest from '../../schemas/token-request.schema.json' with { type: 'json' };
import { parametersOf } from '../config/check-endpoints.ts';
import type { Endpoint } from '../engine.ts';
import { type Components, pascal } from './components.ts';
import operations from './operations.json' with { type: 'json' };
import { conforms, sampleOf } from './sample-of.ts';
import { type Specified, specified } from './specified.ts';

export const oauth = 'clientCredentials';
export const bearer = 'bearer';

const userId = {
  name: 'x-user-id',
  in: 'header',
  description: 'The id of the user on whose behalf the request is made. The user must exist.',
  schema: { type: 'string', pattern: '^[a-f0-9]{24}$' },
  example: sampleUserId,
};

export const userParameters = {
  UserId: { ...userId, required: true },
  OptionalUserId: {
    ...userId,
    required: false,
    description: `${userId.description} The specification does not say whether it is required.`,
  },
};

type Described = Readonly<{
  endpoint: Endpoint;
  /** Absent if an operator declares it. */
  said: Specified | undefined;
  components: Components;
}>;

export function operationOf(
  endpoint: Endpoint,
  names: readonly string[],
  components: Components,
): object {
  const { id, area, scopes, source } = endpoint;
  const said = source === 'declared' ? undefined : specified[endpoint.name];
  const described = { endpoint, said, components };
  const parameters = [...pathParameters(described, names), ...userParameter(endpoint)];
  return {
    operationId: said?.operationId ?? camel(id),
    tags: [area],
    summary: said?.summary ?? id,
    description:
      said?.description ??
      'Declared by the operator of this implementation, not by the specification.',
    ...(source === 'declared' ? { 'x-declared': true } : {}),
    security: [{ [oauth]: scopes }, { [bearer]: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(described),
    responses: responsesOf(described),
  };
}

function userParameter({ user }: Endpoint) {
  if (user === 'none') return [];
  return [{ $ref: `#/components/parameters/${user === 'required' ? 'UserId' : 'OptionalUserId'}` }];
}

function pathParameters({ endpoint, said }: Described, names: readonly string[]) {
  const values = Object.values(endpoint.parameters ?? said?.parameters ?? {});
  const own = parametersOf(endpoint.path);
  const isGuide = endpoint.name === 'guide';
  return names.map((name, nth) => ({
    name,
    in: 'path',
    required: true,
    description: isGuide ? 'The id of a guide in the list.' : 'The id of the requested resource.',
    schema: { type: 'string', ...(isGuide ? { pattern: '^[a-f0-9]{24}$' } : {}) },
    example: endpoint.parameters?.[own[nth] ?? name] ?? values[nth] ?? 'value',
  }));
}

function requestBody({ endpoint, said, components }: Described) {
  const schema = endpoint.requestSchema ?? said?.request;
  if (schema === undefined && endpoint.sample === undefined) return {};
  const open = {
    description:
      'The specification does not define the body. The operator says that it accepts the example.',
  };
  const media = {
    schema: schema === undefined ? open : components.refer(schema, `${pascal(endpoint.id)}Body`),
    ...(endpoint.sample === undefined ? {} : { example: plain(endpoint.sample) }),
  };
  return { requestBody: { required: true, ...json(media) } };
}

const json = (media: object) => ({ content: { 'application/json': media } });

function plain(sample: unknown) {
  return JSON.parse(JSON.stringify(sample).replaceAll('{{unique}}', 'example'));
}

function camel(id: string) {
  const name = pascal(id.replace(/^[A-Z]+/, (method) => method.toLowerCase()));
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** An identity provider operates it, so it has its own server. */
export function tokenOperation(authUrl: URL, components: Components) {
  const query = [...authUrl.searchParams].map(([name, value]) => ({
    name,
    in: 'query',
    required: true,
    schema: { const: value },
    example: value,
  }));
  return {
    path: authUrl.pathname,
    post: {
      ...operations.token,
      tags: ['authentication'],
      servers: [{ url: authUrl.origin, description: 'The authorization server.' }],
      security: [],
      ...(query.length === 0 ? {} : { parameters: query }),
      requestBody: {
        required: true,
        ...json({ schema: components.refer(tokenRequest), example: sampleTokenRequest }),
      },
      responses: {
        200: {
          description: 'The token.',
          ...json({
            schema: components.refer(tokenAnswer, 'TokenAnswer', sampleTokenAnswer),
            example: sampleTokenAnswer,
          }),
        },
        '4XX': {
          description:
            'A refusal. The specification does not define the body: an identity provider sends it.',
          ...json({ schema: {}, example: { error: 'invalid_client' } }),
        },
      },
    },
  };
}

function responsesOf(described: Described) {
  const { endpoint, said, components } = described;
  const statuses = endpoint.statuses ?? [200];
  const successes = statuses.map((status) => [status, success(described, status)]);
  const failure = (description: string, example: object) => ({
    description,
    ...json({ schema: components.refer(apiError, 'ApiError', sampleErrors.unauthorized), example }),
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

function success(described: Described, status: number) {
  const { endpoint, said } = described;
  const isShown = endpoint.statuses !== undefined || said?.response !== undefined;
  return {
    description: isShown ? 'Success.' : 'Success. The specification does not say which 2xx status.',
    ...(endpoint.name === 'guides' ? { headers: { 'Cache-Control': cacheControl } } : {}),
    ...(status === 204 || status === 205 ? {} : json(bodyOf(described))),
  };
}

const cacheControl = {
  description: 'The list of guides may be cached for 30 minutes.',
  required: true,
  schema: { type: 'string' },
  example: 'max-age=1800',
};

function bodyOf({ endpoint, said, components }: Described) {
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
