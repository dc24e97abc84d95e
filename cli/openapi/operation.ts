import type { Endpoint } from '../../engine/catalogue/endpoint.ts';
import { sampleUserId } from '../../fixtures/samples/ids.ts';
import { type Components, pascal } from './components.ts';
import { responsesOf } from './responses.ts';
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
    description: `${userId.description} The specification does not say whether the header is required.`,
  },
};

export function operationOf(
  endpoint: Endpoint,
  names: readonly string[],
  components: Components,
): object {
  const { id, area, scopes, source } = endpoint;
  const said = source === 'declared' ? undefined : specified[endpoint.name];
  const parameters = [...pathParameters(endpoint, names, said), ...userParameter(endpoint)];
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
    ...requestBody(endpoint, said, components),
    responses: responsesOf(endpoint, said, components),
  };
}

function userParameter({ user }: Endpoint): object[] {
  if (user === 'none') return [];
  return [{ $ref: `#/components/parameters/${user === 'required' ? 'UserId' : 'OptionalUserId'}` }];
}

function pathParameters(
  endpoint: Endpoint,
  names: readonly string[],
  said: Specified | undefined,
): object[] {
  const values = Object.values(endpoint.parameters ?? said?.parameters ?? {});
  const own = endpoint.path.match(/(?<=\{)[^{}]+(?=\})/g) ?? [];
  return names.map((name, nth) => ({
    name,
    in: 'path',
    required: true,
    description:
      endpoint.name === 'guide'
        ? 'The id of a guide in the list.'
        : 'The id of the requested resource.',
    schema:
      endpoint.name === 'guide'
        ? { type: 'string', pattern: '^[a-f0-9]{24}$' }
        : { type: 'string' },
    example: endpoint.parameters?.[own[nth] ?? name] ?? values[nth] ?? 'value',
  }));
}

function requestBody(
  endpoint: Endpoint,
  said: Specified | undefined,
  components: Components,
): object {
  const schema = endpoint.requestSchema ?? said?.request;
  if (schema === undefined && endpoint.sample === undefined) return {};
  const open = {
    description:
      'The specification does not define the body. The operator states that the example is accepted.',
  };
  const media = {
    schema: schema === undefined ? open : components.refer(schema, `${pascal(endpoint.id)}Body`),
    ...(endpoint.sample === undefined ? {} : { example: plain(endpoint.sample) }),
  };
  return { requestBody: { required: true, content: { 'application/json': media } } };
}

function plain(sample: unknown): unknown {
  return JSON.parse(JSON.stringify(sample).replaceAll('{{unique}}', 'example'));
}

function camel(id: string): string {
  const name = pascal(id.replace(/^[A-Z]+/, (method) => method.toLowerCase()));
  return name.charAt(0).toLowerCase() + name.slice(1);
}
