import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Habits, Outcome } from './habits.ts';
import { onRefusal } from './habits-bodies.ts';
import type { Address } from './world.ts';

type Node = Readonly<Record<string, unknown>>;

const errorOf = (node: Node): Node => node['error'] as Node;

const reword = (change: (text: string, outcome: Outcome) => string): Habits =>
  onRefusal((node, outcome) => ({
    ...node,
    error: { ...errorOf(node), message: change(String(errorOf(node)['message']), outcome) },
  }));

const describe = (text: string): Habits =>
  onRefusal((node) => ({ ...node, error: { ...errorOf(node), description: text } }));

const graphType = 'application/graphql-response+json; charset=utf-8';

/** Requests wait until four are there or a moment has passed, and go on together. */
function batches(): Habits['wait'] {
  let waiting: Array<() => void> = [];
  const release = (): void => {
    const batch = waiting;
    waiting = [];
    for (const go of batch) go();
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length >= 4) release();
      else if (waiting.length === 1) setTimeout(release, 9);
    });
}

const reversed = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).reverse())
    : body;

const lineNodes = ({ line1, line2, ...rest }: Address): Node => ({
  ...rest,
  lines: { nodes: [line1, line2].map((text) => ({ text: text ?? null })), totalCount: 2 },
});

const hash = 'b2f1c0de9a7e4d3c8f6b5a4938271605f4e3d2c1b0a99887766554433221100f';

export const serviceHabits: Readonly<Record<string, Habits>> = {
  'graphql-response-media-type': { headers: () => ({ 'content-type': graphType }) },
  'plan-in-a-header-field': {
    headers: ({ endpoint, ok }) =>
      ok
        ? {
            'x-query-plan': `Plan { Fetch(service: "users") { viewer }, Flatten(path: "${endpoint}.@") { _entities } }`,
          }
        : { 'x-query-plan': '' },
  },
  'two-stitched-graphs': {
    body: ({ body, user }) => (user?.language === 'de' ? reversed(body) : body),
    headers: ({ user }) => (user?.language === 'de' ? { 'content-type': 'application/vnd.graph-de+json' } : {}),
    wait: async ({ user }) => void (user?.language === 'de' && (await pause(6))),
  },
  'whole-subgraph-wants-the-scope': { scopedEndpoints: ['guides', 'guide', 'insights'] },
  'errors-have-the-form-of-the-graph-besides': onRefusal((node, { endpoint }) => ({
    data: null,
    errors: [
      {
        message: errorOf(node)['message'],
        locations: [{ line: 1, column: 9 }],
        path: [endpoint, 0],
        extensions: { code: 'DOWNSTREAM_SERVICE_ERROR', http: { status: 500 }, exception: null },
      },
    ],
    ...node,
  })),
  'messages-name-variables-and-types': reword(
    (text) => `Variable "$input" of type "[Input!]!" got an invalid value; ${text}`,
  ),
  'unknown-members-get-a-suggestion': { knownMembersOnly: true },
  'descriptions-print-the-source': describe(
    'GraphQL request:3:5\n2 | query Op($id: ID!) {\n3 |   viewer(id: $id) {\n  |   ^',
  ),
  'token-answer-is-a-union-member': {
    granted: (answer) => ({
      __typename: 'TokenGranted',
      errors: null,
      ...answer,
      InvalidClient: { error: null, error_description: '' },
    }),
  },
  'token-refusals-in-the-form-of-the-graph': {
    refuseGrant: (status, error) => ({
      status,
      body: { data: { issueToken: null }, errors: [{ message: error, path: ['issueToken'] }] },
    }),
  },
  'token-refusals-are-union-members': {
    refuseGrant: (_status, error) => ({
      status: 422,
      body: { issueToken: { __typename: `Refused_${error}`, retryable: false } },
    }),
  },
  'grants-in-flight-share-a-token': { shareGrantsFor: 40 },
  'scopes-in-disjunctive-form': {
    claims: (scopes) => ({ policy: [[...scopes], ['graph:admin', 'graph:root']] }),
    scopesOf: ({ policy }) => {
      const [first]: readonly unknown[] = Array.isArray(policy) ? policy : [];
      return Array.isArray(first) ? first.map(String) : [];
    },
  },
  'read-back-by-operation-hash': {
    readBack: {
      path: `/ops/sha256:${hash}`,
      pointer: '/data/node/address',
      show: (address) => ({ data: { node: { address, __typename: 'User' } }, errors: null }),
    },
  },
  'read-back-among-entities': {
    readBack: {
      path: '/graph/entities',
      pointer: '/_entities/1/address',
      show: (address) => ({ _entities: [null, { __typename: 'User', address }, { address: null }] }),
    },
  },
  'read-back-lines-are-nodes': {
    readBack: {
      path: '/users/me',
      pointer: '/viewer/address',
      show: (address) => ({ viewer: { address: lineNodes(address) } }),
    },
  },
  'reads-by-post': { readsByPost: true },
  'bucket-of-points-is-empty': {
    shed: (number) =>
      number % 83 === 0
        ? {
            status: 429,
            body: {
              status: 429,
              error: { message: 'Throttled', description: null },
              responseId: randomUUID(),
              extensions: { code: 'THROTTLED', cost: { currentlyAvailable: 0, restoreRate: 900 } },
            },
            headers: { 'retry-after': '0' },
          }
        : undefined,
  },
  'heartbeats-before-the-answer': { heartbeats: true },
  'nulls-refused-absent-accepted': { absentMembersAccepted: true },
  'lines-are-of-the-type-id': { wholeNumbersAsText: true },
  'refusals-are-graph-responses': {
    headers: ({ ok }): Readonly<Record<string, string>> =>
      ok ? {} : { 'content-type': 'application/graphql-response+json' },
  },
};

export const freshHabits: Readonly<Record<string, () => Habits>> = {
  'batches-of-four': () => {
    const wait = batches();
    return wait === undefined ? {} : { wait };
  },
};
