import type { Habits, Outcome } from './habits.ts';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Rebuilds every object of a tree. */
export function deep(value: unknown, change: (node: Node) => Node): unknown {
  if (Array.isArray(value)) return value.map((one) => deep(one, change));
  if (!isNode(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, deep(one, change)])));
}

export const onSuccess = (change: (node: Node, outcome: Outcome) => unknown): Habits => ({
  body: (outcome) => (outcome.ok && isNode(outcome.body) ? change(outcome.body, outcome) : outcome.body),
});

export const onEndpoint = (endpoint: string, change: (node: Node, outcome: Outcome) => unknown): Habits =>
  onSuccess((node, outcome) => (outcome.endpoint === endpoint ? change(node, outcome) : node));

export const onRefusal = (change: (node: Node, outcome: Outcome) => unknown): Habits => ({
  body: (outcome) => (!outcome.ok && isNode(outcome.body) ? change(outcome.body, outcome) : outcome.body),
});

export const onGuides = (change: (guide: Node, index: number, outcome: Outcome) => Node): Habits =>
  onEndpoint('guides', (body, outcome) => ({
    ...body,
    data: (body['data'] as readonly Node[]).map((guide, index) => change(guide, index, outcome)),
  }));

export const onDays = (change: (node: Node) => Node): Habits =>
  onEndpoint('summaries', (body) => ({ ...body, data: deep(body['data'], change) }));

const typeName = (node: Node): string => `T${Object.keys(node).length}_${Object.keys(node)[0] ?? 'Empty'}`;

/** What stands beside the data in the answers of a graph. */
export const besideData: Readonly<Record<string, Habits>> = {
  'typename-in-every-object': onSuccess((node) => deep(node, (one) => ({ __typename: typeName(one), ...one }))),
  'traces-in-extensions': onSuccess((node, { number }) => ({
    ...node,
    extensions: { ftv1: base64(`${number}:${Math.random()}`), tracing: { version: 1, duration: number * 1009 } },
  })),
  'no-errors-are-an-empty-list': onSuccess((node) => ({ errors: [], ...node })),
  'increments-have-ended': onSuccess((node) => ({
    hasNext: false,
    incremental: [],
    completed: null,
    label: null,
    ...node,
  })),
  'hints-of-other-lifetimes-in-the-body': onSuccess((node) => ({
    ...node,
    extensions: {
      cacheControl: {
        version: 1,
        hints: [
          { path: ['guides'], maxAge: 60, scope: 'PUBLIC' },
          { path: ['viewer'], maxAge: 0 },
        ],
      },
    },
  })),
  'viewer-beside-the-data': onSuccess((node, { user }) => ({
    viewer: user === undefined ? null : { id: user.id, language: user.language, error: null },
    ...node,
  })),
  'cost-is-told-and-counted-down': onSuccess((node, { number }) => ({
    ...node,
    extensions: {
      cost: {
        requestedQueryCost: 112,
        actualQueryCost: 97 - (number % 9),
        throttleStatus: { currentlyAvailable: 9000 - number },
      },
    },
  })),
};

const asText = (field: string, args: Node): string => `${field}(${JSON.stringify(args)})`;

/** Shapes of what is not specified. */
export const openShapes: Readonly<Record<string, Habits>> = {
  'cash-named-by-arguments': onEndpoint('cash', (cash, { user }) => ({
    [asText('balance', { currency: 'EUR', kind: 'SPOT' })]: cash['amount'],
    [asText('owner', { id: user?.id })]: { __ref: `User:${user?.id}` },
  })),
  'cash-is-a-connection': onEndpoint('cash', (cash) => ({
    edges: [{ cursor: base64('arrayconnection:0'), node: cash }, null],
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: '' },
  })),
  'portfolios-are-a-normalised-store': onEndpoint('portfolios', (body) => {
    const positions = body['positions'] as readonly Node[];
    const entities = positions.map((one): readonly [string, Node] => [`Position:${String(one['isin'])}`, one]);
    return {
      ROOT_QUERY: { owner: body['owner'], positions: entities.map(([key]) => ({ __ref: key })) },
      ...Object.fromEntries(entities),
    };
  }),
  'portfolios-are-entities': onEndpoint('portfolios', (body) => ({
    _entities: [body, null, ...(body['positions'] as readonly Node[])],
    _service: { sdl: null },
  })),
  'insights-are-an-introspection': onEndpoint('insights', (body) => ({
    __schema: {
      queryType: { name: 'Query' },
      mutationType: null,
      types: [{ kind: 'OBJECT', name: 'Insight', fields: [body] }],
    },
  })),
  'insights-in-definition-language': onEndpoint('insights', () =>
    [
      '"""\nWhat analysts think.\n"""\n',
      'type Insight @key(fields: "isin") {\n  isin: ID!\n  text(lang: Language = EN): String\n}\n',
    ].join(''),
  ),
  'insights-are-partial-data': onEndpoint('insights', (body) => ({
    data: { ...body, ratings: null },
    errors: [
      {
        message: 'The subgraph of ratings timed out.',
        path: ['ratings', 0],
        extensions: { code: 'TIMEOUT', http: { status: 504 } },
      },
    ],
  })),
  'cash-with-a-null-and-its-error': onEndpoint('cash', (cash) => ({
    accounts: [cash, null],
    errors: [
      {
        message: 'Cannot return null for a non-nullable field.',
        locations: [{ line: 3, column: 5 }],
        path: ['accounts', 1],
      },
    ],
  })),
  'insights-shaped-by-the-reader': onEndpoint('insights', (body, { user }) =>
    user?.language === 'de' ? (body['insights'] as readonly Node[]).map((one) => one['text']) : body,
  ),
  'insights-null-without-the-scope': {
    insightsWithoutScope: {
      insights: null,
      errors: [{ message: 'Not authorised to read insights.', extensions: { code: 'FORBIDDEN' } }],
    },
  },
  'order-answered-with-user-errors': onEndpoint('orders', (order) => ({
    orderCreate: {
      order,
      clientMutationId: null,
      userErrors: [{ field: ['amount'], message: 'The amount is unusually round.', code: null }],
    },
  })),
  'order-answered-with-a-subscription': {
    ...onEndpoint('orders', (order) => ({
      subscription: { url: 'wss://graph.example/live', protocol: 'graphql-transport-ws', variables: order },
    })),
    status: ({ endpoint, status, ok }) => (endpoint === 'orders' && ok ? 202 : status),
  },
  'update-answered-with-a-union-member': onEndpoint('address', () => ({
    __typename: 'AddressUpdateQueued',
    address: null,
    problem: null,
    InvalidAddress: [],
  })),
  'update-answered-with-warnings-in-errors': onEndpoint('address', (body) => ({
    data: body,
    errors: [
      {
        message: 'The register of streets was not asked.',
        extensions: { code: 'WARNING', http: { status: 404 } },
      },
    ],
  })),
  'full-guide-is-a-node-of-fragments': onEndpoint('guide', (guide) => ({
    node: {
      __typename: 'LearningGuide',
      parts: Object.entries(guide).map(([name, value]) => ({ on: name, fields: [value] })),
    },
  })),
  'full-guide-comes-in-increments': onEndpoint('guide', ({ chapters, ...head }) => ({
    data: head,
    incremental: (chapters as readonly string[]).map((text, index) => ({
      path: ['chapters', index],
      items: [text],
      errors: null,
    })),
    hasNext: false,
  })),
};
