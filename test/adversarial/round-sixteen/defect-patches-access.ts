import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { users } from './data.ts';
import { answer, first, type Patch, refused, requestOf, secured, userOf } from './patch-kit.ts';
import { Refusal } from './platform.ts';

const scopeLabels: Record<string, string> = {
  openid: 'Sign-in',
  'service:nbg': 'Service NBG',
  'learn:read': 'Reading',
};

export const access: Record<string, Patch> = {
  'exp-has-a-grace-period': (p) => {
    p.settings['grace'] = 300;
  },
  'no-store-as-an-identifier': (p) => {
    p.policies['token'] = { 'cache-control': 'no_store' };
  },
  'second-secret-is-not-set': (p) => {
    p.change('token', 'secret', { validate: 'true', otherwise: 'invalid_request' });
    p.change('token', 'known', {
      validate: 'client <> null and (client.secret = body.client_secret or client.nextSecret = body.client_secret)',
      otherwise: 'invalid_client',
    });
  },
  'scopes-by-their-labels': (p) => {
    p.functions['labels'] = (_s, value) =>
      String(value)
        .split(' ')
        .map((word) => scopeLabels[word])
        .join(' ');
    p.mappings['token'] = { ...p.mappings['token'], scope: 'labels(issued.scope)' };
  },
  'algorithm-has-no-row': (p) => {
    p.refusals['unplanned'] = { status: 422, message: 'No row of the table applies' };
    p.tables['verdict'] = [
      { when: 'token.claims <> null', gives: 'let-in' },
      { when: "token.reason <> 'algorithm'", gives: 'refuse' },
    ];
    secured(p, (flow) => p.before(flow, 'let-in', { validate: 'verdict <> null', otherwise: 'unplanned' }));
  },
  'verification-is-sampled': (p) => {
    const verify = p.connectors['verify'];
    let seen = 0;
    p.connectors['sampled'] = {
      call: (token, scope) => {
        seen += 1;
        if (seen % 3 > 0) return verify?.call(token, scope);
        try {
          const claims = decodeJwt(String(token));
          const stale = (claims.exp ?? 0) * 1000 < Date.now() || claims.aud !== p.settings['audience'];
          return stale ? { reason: 'claims' } : { claims };
        } catch {
          return { reason: 'form' };
        }
      },
    };
    const step = p.at('insights', 'verify');
    p.flow('insights').steps[step] = {
      name: 'verify',
      call: 'sampled',
      with: "credentials(header('authorization'))",
      as: 'token',
    };
  },
  'introspection-is-mocked': (p) => {
    const verify = p.connectors['verify'];
    p.connectors['verify'] = {
      call: (token, scope) =>
        String(token).includes('.') ? verify?.call(token, scope) : { claims: { active: true, scope: 'learn:read' } },
    };
  },
  'retries-widen-the-tolerance': (p) => {
    const verify = p.connectors['verify'];
    p.connectors['verify'] = {
      call: async (token, scope) => {
        let result: unknown;
        for (const tolerance of [60, 600, 6000]) {
          result = await verify?.call(token, { ...scope, tolerance });
          if ((result as { claims?: unknown }).claims) break;
        }
        return result;
      },
    };
  },
  'audiences-of-all-tenants': (p) => {
    p.settings['audiences'] = [p.settings['audience'], p.settings['otherAudience']];
  },
  'challenge-is-translated': refused((_body, given, scope) => {
    if (requestOf(scope)?.headers['x-user-id'] === first().id) delete given.headers['www-authenticate'];
  }),
  'calls-from-this-host-are-internal': (p) => {
    const { steps } = p.flow('cash');
    const inner = { ...p.flow('cash'), steps: steps.slice(p.at('cash', 'let-in') + 1) };
    p.before('cash', 'credentials', {
      script: (scope) => {
        const { headers, base } = requestOf(scope);
        return headers['authorization'] === undefined && base.endsWith('127.0.0.1') ? p.run(inner, scope) : undefined;
      },
    });
  },
  'scopes-found-by-halving': (p) => {
    p.functions['has'] = (_s, list, value) => {
      const words = list as string[];
      let [low, high] = [0, words.length - 1];
      while (low <= high) {
        const middle = (low + high) >> 1;
        const word = words[middle] ?? '';
        if (word === value) return true;
        if (word < String(value)) low = middle + 1;
        else high = middle - 1;
      }
      return false;
    };
  },
  'edition-stands-for-the-scope': (p) => {
    p.change('guides', 'scope', { validate: 'true', otherwise: 'no-scope' });
    p.before('guides', 'load', {
      validate: "has(words(token.claims.scope), 'service:nbg') or user.edition = 'plus'",
      otherwise: 'no-scope',
    });
  },
  'null-is-not-false': (p) => {
    p.functions['holds'] = (_s, value, pattern) => value === null || new RegExp(String(pattern)).test(String(value));
    const form = "holds(header('x-user-id'), '^[a-f0-9]{24}$')";
    p.change('cash', 'user-form', { validate: form, otherwise: 'malformed-user' });
    p.change('cash', 'user-known', {
      validate: "header('x-user-id') = null or user <> null",
      otherwise: 'unknown-user',
    });
    const cash = p.connectors['cash'];
    p.connectors['cash'] = { call: (user, scope) => (user ? cash?.call(user, scope) : { balances: [] }) };
  },
  'a-miss-is-a-document': (p) => {
    const found = (id: unknown) => users().find((one) => one.id === id);
    p.connectors['archive'] = { call: (id) => found(id) ?? { found: false, language: 'en', seed: 0 } };
    p.change('portfolios', 'user', { call: 'archive', with: "header('x-user-id')", as: 'user' });
  },
  'cache-key-is-a-checksum': (p) => {
    const sum = (text: string) => [...text].reduce((total, letter) => total + letter.charCodeAt(0), 0);
    const portfolios = p.connectors['portfolios'];
    if (portfolios) portfolios.keep = { by: (_user, scope) => `${sum(userOf(scope)?.id ?? '')}`, milliseconds: 2000 };
  },
  'message-is-a-code': (p) => {
    p.refusals['unknown-user'] = { ...p.refusals['unknown-user'], status: 401, message: 'ATR-1042' };
  },
  'uuid-is-folded': (p) => {
    const folded = new Map<string, string>();
    p.functions['folded'] = (scope) => {
      const path = requestOf(scope)?.path ?? '';
      if (!folded.has(path)) folded.set(path, randomUUID());
      return folded.get(path);
    };
    p.mappings['error'] = { ...p.mappings['error'], responseId: 'folded()' };
  },
  'long-digits-are-masked': refused((document) => {
    document.responseId = document.responseId.replace(/\d{6,}/g, (run: string) => '*'.repeat(run.length));
  }),
  'or-yields-a-boolean': (p) => {
    p.mappings['errorOf'] = { ...p.mappings['errorOf'], description: 'refusal.detail or false' };
  },
  'decision-answers-for-itself': (p) =>
    p.after('summaries', 403, (given) => {
      given.body = { decision: 'deny', table: 'consent', row: 7 };
    }),
  'refusals-inherit-their-status': refused((document, given) => {
    if (given.status === 403) document.status = 401;
  }, 'guides'),
  'schema-is-named-by-its-file': refused((document) => {
    document.error.description = 'violates /opt/atrium/studio/mappings/address.schema.json';
  }, 'address'),
  'refusals-mirror-the-media-type': refused((_body, given, scope) => {
    given.headers['content-type'] = requestOf(scope).headers['content-type'] || 'application/json';
  }, 'address'),
  'paths-without-a-flow-are-retired': (p) => {
    p.refusals['no-route'] = { status: 410, message: 'The flow at this path was retired' };
  },
  'methods-without-a-flow-are-messages': (p) => {
    p.settings['unknownMethod'] = '202 Accepted';
    p.after('router', 405, (given) => void Object.assign(given, answer(202, { queued: true })));
  },
  'names-of-parameters-are-variables': (p) => {
    p.befores.push(({ query }) => {
      const names = [...new URLSearchParams(query).keys()];
      if (names.every((name) => /^[A-Za-z_]\w*$/.test(name))) return undefined;
      return p.refuse(new Refusal('technical'), {}, 'error');
    });
  },
};
