import type { Flow } from './flow.ts';
import { SCOPE } from './flow.ts';
import type { Exchange, Json, Reply } from './model.ts';
import { isObject, json, pause, Refusal } from './model.ts';
import type { Patches } from './toggles.ts';

function eachReply(flow: Flow, change: (reply: Reply, exchange: Exchange) => Reply): void {
  const { serve, refuse } = flow;
  flow.serve = async (exchange) => change(await serve(exchange), exchange);
  flow.refuse = (refusal, exchange) => change(refuse(refusal, exchange), exchange);
}

function moreInErrors(flow: Flow, more: (refusal: Refusal, exchange: Exchange) => Json): void {
  const refuse = flow.refuse;
  flow.refuse = (refusal, exchange) => {
    const reply = refuse(refusal, exchange);
    return isObject(reply.body) ? { ...reply, body: { ...reply.body, ...more(refusal, exchange) } } : reply;
  };
}

function errorMember(flow: Flow, name: 'message' | 'description', text: (refusal: Refusal) => string): void {
  moreInErrors(flow, (refusal) => ({
    error: { message: refusal.message, description: refusal.description, [name]: text(refusal) },
  }));
}

function withHeaders(flow: Flow, headers: (exchange: Exchange) => Record<string, string>): void {
  eachReply(flow, (reply, exchange) => ({ ...reply, headers: { ...reply.headers, ...headers(exchange) } }));
}

export const wireVariations: Patches = {
  'token-answer-of-a-bot': (flow) => {
    const answer = flow.tokenAnswer;
    flow.tokenAnswer = (client, token, body) => ({
      ...answer(client, token, body),
      bot_id: '5b0e7f3c-91aa-4d12-8c66-0f2a7740e9d1',
      workspace_name: 'Brickhill Operations',
      workspace_icon: null,
      owner: { type: 'workspace', workspace: true },
      duplicated_template_id: null,
    });
  },

  'token-desk-speaks-as-the-platform': (flow) => {
    flow.refuseGrant = () => json(403, { code: 0, message: 'Authorization data is wrong!' });
  },

  'token-refusals-are-items': (flow) => {
    flow.refuseGrant = (refusal) => json(400, [{ json: { error: refusal.code }, pairedItem: { item: 0 } }]);
  },

  'secrets-are-personal-access-tokens': (flow) => {
    flow.tables.clients = flow.tables.clients.map((client, index) => ({
      ...client,
      secret: `pat${'A9cX2mQ0rT5w'.slice(0, 12)}${index}z.${`7e41b0${index}c9d2f8a6`.repeat(4)}`,
    }));
  },

  'clients-are-paths-of-record-ids': (flow) => {
    flow.tables.clients = flow.tables.clients.map((client, index) => ({
      ...client,
      id: `app9QkT2mWzLr4Xn/tblC1ientsV0e8s/recM2m00000000${index}a`,
    }));
  },

  'audience-is-a-markdown-link': (flow) => {
    flow.settings.audience = '[M2M *interface*](https://m2m.brickhill.example "v1")';
  },

  'scopes-are-linked-records-in-the-token': (flow) => {
    flow.claimsOf = (client) => ({ scopes: client.scopes.map((name, index) => ({ id: `recScope${index}`, name })) });
    flow.scopeAllows = (claims) =>
      Array.isArray(claims.scopes) && claims.scopes.some((record) => isObject(record) && record.name === SCOPE);
  },

  'scopes-are-a-table-in-the-token': (flow) => {
    flow.claimsOf = (client) => ({ grants: [['Scope', 'Granted'], ...client.scopes.map((name) => [name, 'x'])] });
    flow.scopeAllows = (claims) =>
      Array.isArray(claims.grants) &&
      claims.grants.some((row) => Array.isArray(row) && row[0] === SCOPE && row[1] === 'x');
  },

  'tokens-of-thirty-days': (flow) => {
    flow.settings.lifetime = 2_592_000;
  },

  'keys-carry-notes-for-people': (flow) => {
    flow.settings.keyNotes = {
      'Label for people': 'production ✅',
      'Created by': { name: 'Ops' },
      retired: null,
      uses: 3,
    };
  },

  'kid-is-a-key-emoji': (flow) => {
    flow.settings.kid = '🔑 nyckel 2026';
  },

  'claims-tell-the-permission-level': (flow) => {
    const claimsOf = flow.claimsOf;
    flow.claimsOf = (client) => ({
      ...claimsOf(client),
      workspace: { id: 'wspX41', permissionLevel: 'editor', guests: [] },
      'Last shared': null,
      collaborators: [{ name: 'Åsa Öberg', permissionLevel: 'read' }, null],
    });
  },

  'base-is-a-webhook-path': (flow) => {
    flow.settings.base = '/webhook/4f0c9a52-7f0e-4c5b-9c1d-2be1b3d6a7e0/:m2m';
  },

  'token-path-is-a-credential-callback': (flow) => {
    flow.settings.tokenPath = '/rest/oauth2-credential/(m2m)/callback';
  },

  'unknown-user-is-not-synced-yet': (flow) => {
    flow.settings.status.unknownUser = 425;
  },

  'malformed-user-426': (flow) => {
    flow.settings.status.malformedUser = 426;
  },

  'refused-bodies-415': (flow) => {
    flow.settings.status.shape = 415;
  },

  'malformed-guide-424': (flow) => {
    flow.settings.status.malformedGuide = 424;
  },

  'query-is-a-paid-feature': (flow) => {
    const serve = flow.serve;
    flow.serve = async (exchange) => {
      const reply = await serve(exchange);
      if (exchange.query === undefined || exchange.query === '' || exchange.method !== 'GET') return reply;
      throw new Refusal('query', 402, 'Filters are part of a larger plan');
    };
  },

  'errors-carry-the-run': (flow) => {
    let run = 40_310;
    moreInErrors(flow, (_refusal, exchange) => {
      run += 1;
      return {
        execution: { id: run, mode: 'webhook', retryOf: null, finished: false },
        node: { name: `Guard of ${exchange.route ?? 'nothing'}`, typeVersion: 1.2, disabled: false },
      };
    });
  },

  'errors-carry-table-codes': (flow) => {
    moreInErrors(flow, (refusal) => ({
      type: refusal.kind === 'user-unknown' ? 'MODEL_ID_NOT_FOUND' : 'INVALID_VALUE_FOR_COLUMN',
      code: 'E-07',
      errors: { error: refusal.kind, status: 'string' },
    }));
  },

  'messages-are-markdown': (flow) => {
    errorMember(
      flow,
      'message',
      (refusal) => `**Stopped:** ${refusal.message} – [what now?](https://help.brickhill.example)`,
    );
  },

  'descriptions-are-formulas': (flow) => {
    errorMember(flow, 'description', () => '=IF(ISBLANK({x-user-id}), "?", CONCATENATE("…", {Run}))');
  },

  'errors-offer-buttons': (flow) => {
    moreInErrors(flow, () => ({
      buttons: [
        { label: 'Try again ↻', style: 'primary', url: null },
        { label: 'Ask a colleague', confirm: true },
      ],
    }));
  },

  'errors-keep-the-shape-of-items': (flow) => {
    moreInErrors(flow, () => ({ json: {}, binary: null, pairedItem: { item: 0, input: 0 }, data: [] }));
  },

  'answers-are-sandboxed': (flow) => {
    withHeaders(flow, () => ({
      'Content-Security-Policy': "sandbox allow-downloads allow-scripts; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-site',
    }));
  },

  'answers-name-their-run': (flow) => {
    let run = 7_000;
    withHeaders(flow, (exchange) => {
      run += 1;
      return { 'X-Run-Id': `${run}`, 'X-Run-Version': `"draft, ${exchange.route ?? ''}"`, 'X-Run-Parent': '' };
    });
  },

  'charset-is-spelled-utf8': (flow) => {
    flow.settings.mediaType = 'application/json;charset=utf8';
  },

  'media-type-of-items': (flow) => {
    flow.settings.mediaType = 'application/vnd.flow.items+json; version=1; profile="items; v=2"';
  },

  'a-chunk-for-each-line': (flow) => {
    flow.serialize = (body) => JSON.stringify(body, null, 4);
    flow.pieces = (text) => text.split(/(?<=\n)/);
  },

  'two-runs-of-a-flow-at-a-time': (flow) => {
    const serve = flow.serve;
    const lanes = new Map<string, Promise<unknown>[]>();
    let turn = 0;
    flow.serve = async (exchange) => {
      const name = exchange.route ?? '';
      const lane = lanes.get(name) ?? [Promise.resolve(), Promise.resolve()];
      lanes.set(name, lane);
      turn += 1;
      const index = turn % 2;
      const run = (lane[index] ?? Promise.resolve()).then(() => pause(2)).then(() => serve(exchange));
      lane[index] = run.catch(() => undefined);
      return await run;
    };
  },

  'reads-wait-for-recalculation': (flow) => {
    const serve = flow.serve;
    let settled = 0;
    flow.serve = async (exchange) => {
      const write = exchange.method === 'PATCH' || exchange.method === 'POST';
      if (!write) await pause(Math.max(0, settled - Date.now()));
      const reply = await serve(exchange);
      if (write) settled = Date.now() + 120;
      return reply;
    };
  },

  'rate-limit-of-the-table-interface': (flow) => {
    const serve = flow.serve;
    let requests = 0;
    flow.serve = async (exchange) => {
      requests += 1;
      if (requests % 70 !== 0) return await serve(exchange);
      const message = 'Rate limit exceeded. Please try again later';
      const body = { errors: [{ error: 'RATE_LIMIT_REACHED', message }] };
      return json(429, body, { 'Retry-After': '1' });
    };
  },

  'answers-tell-what-is-left-of-the-plan': (flow) => {
    let left = 100_000;
    eachReply(flow, (reply) => {
      left -= 1;
      if (!isObject(reply.body)) return reply;
      return { ...reply, body: { ...reply.body, plan: { tasksLeft: left, seats: null } } };
    });
  },

  'runs-are-created': (flow) => {
    eachReply(flow, (reply, exchange) => {
      const open = exchange.route === 'cash' || exchange.route === 'portfolios' || exchange.route === 'insights';
      return open && reply.status === 200
        ? { ...reply, status: 201, headers: { ...reply.headers, Location: '/executions/40311' } }
        : reply;
    });
  },
};
