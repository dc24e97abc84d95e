import { sampleTokenAnswer, sampleTokenRequest } from '../../fixtures/samples/token.ts';
import tokenAnswer from '../../schemas/token-answer.schema.json' with { type: 'json' };
import tokenRequest from '../../schemas/token-request.schema.json' with { type: 'json' };
import type { Components } from './components.ts';

/** POST {auth_url}, on a server of its own: the authorization server belongs to an identity provider. */
export function tokenOperation(authUrl: URL, components: Components): { readonly path: string; readonly post: object } {
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
      operationId: 'issueToken',
      tags: ['authentication'],
      summary: 'Issues an access token',
      description: 'The client credentials flow, with a JSON body. A client asks again when its token expires.',
      servers: [{ url: authUrl.origin, description: 'The authorization server.' }],
      security: [],
      ...(query.length === 0 ? {} : { parameters: query }),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: components.refer(tokenRequest), example: sampleTokenRequest } },
      },
      responses: {
        200: {
          description: 'The token.',
          content: {
            'application/json': {
              schema: components.refer(tokenAnswer, 'TokenAnswer', sampleTokenAnswer),
              example: sampleTokenAnswer,
            },
          },
        },
        '4XX': {
          description: 'A refusal. Its shape is not shown: it belongs to the identity provider.',
          content: { 'application/json': { schema: {}, example: { error: 'invalid_client' } } },
        },
      },
    },
  };
}
