import schema from '../../schemas/result.schema.json' with { type: 'json' };
import { violations } from './validate.ts';

const { target, claim, profile, run } = schema.properties;
const { id, startedAt, seed, depth, concurrency, strict, shard } = run.properties;
const flags = (names: readonly string[], more: Readonly<Record<string, object>> = {}) => ({
  type: 'object',
  required: [...names, ...Object.keys(more)],
  properties: { ...Object.fromEntries(names.map((name) => [name, { type: 'boolean' }])), ...more },
});
const texts = { type: 'array', items: { type: 'string' } };

const recordSchema = {
  type: 'object',
  required: ['run', 'catalogueSha256', 'plan', 'givenTokens'],
  properties: {
    run: { type: 'object', required: ['id', 'startedAt'], properties: { id, startedAt } },
    catalogueSha256: { type: 'string' },
    givenTokens: { type: 'object', additionalProperties: { type: 'object', required: ['form'] } },
    plan: {
      type: 'object',
      required: [
        'allow',
        'depth',
        'seed',
        'strict',
        'concurrency',
        'profile',
        'target',
        'values',
        'has',
      ],
      properties: {
        ...{ seed, depth, concurrency, strict, shard, target, claim, profile },
        allow: flags(['writes', 'orders', 'desync']),
        ...{ only: texts, skip: texts, input: texts },
        values: { type: 'object', additionalProperties: { type: 'string' } },
        has: flags(
          [
            'scopedClient',
            'unscopedClient',
            'secondUser',
            'foreignUser',
            'deniedUser',
            'sameLanguage',
            'proxy',
            'listener',
          ],
          { tokens: texts },
        ),
      },
    },
  },
};

export const explainRecord = (value: unknown) =>
  violations(recordSchema, value).map(({ path, message }) => `/${path.join('/')} ${message}`);
