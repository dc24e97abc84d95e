import { sampleTokenAnswer, sampleTokenRequest } from '../../fixtures/samples/token.ts';
import tokenAnswer from '../../schemas/token-answer.schema.json' with { type: 'json' };
import tokenRequest from '../../schemas/token-request.schema.json' with { type: 'json' };
import type { Components } from './components.ts';

/** An identity provider operates it, so it has its own server. */
export function tokenOperation(
  authUrl: URL,
  components: Components,
): { readonly path: string; readonly post: object } {
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
      description:
        'The client credentials flow, with a JSON body. A client requests a new token when the old one expires.',
      servers: [{ url: authUrl.origin, description: 'The authorization server.' }],
      security: [],
      ...(query.length === 0 ? {} : { parameters: query }),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: components.refer(tokenRequest),
            example: sampleTokenRequest,
          },
        },
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
          description:
            'A refusal. The specification does not define the body, because an identity provider sends it.',
          content: { 'application/json': { schema: {}, example: { error: 'invalid_client' } } },
        },
      },
    },
  };
}
