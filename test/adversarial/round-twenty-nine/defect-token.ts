import { mint, readJson } from './idp.ts';
import type { Exchange, Json } from './model.ts';
import { isObject, json, TokenRefusal } from './model.ts';
import type { Patches } from './toggles.ts';

const SCOPE_RECORDS: Readonly<Record<string, string>> = {
  'm2m:read': 'recR4kd02LmQx7Tn1',
  'm2m:write': 'recW8sPz51BvYe3Ha',
  'service:nbg': 'recN6gTq90JcUi2Fo',
};

const DAY_SECONDS = 86_400;

function serial(seconds: number): number {
  return seconds / DAY_SECONDS;
}

function objectIn(exchange: Exchange): Json | undefined {
  try {
    const body = readJson(exchange.body);
    return isObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

export const tokenDefects: Patches = {
  'expiry-less-issue-is-a-share-of-a-day': (flow) => {
    const answer = flow.tokenAnswer;
    flow.tokenAnswer = (client, token, body) => ({
      ...answer(client, token, body),
      expires_in: serial(flow.settings.lifetime) - serial(0),
    });
  },

  'links-are-answered-by-record-id': (flow) => {
    const answer = flow.tokenAnswer;
    flow.tokenAnswer = (client, token, body) => ({
      ...answer(client, token, body),
      scope: client.scopes.map((scope) => SCOPE_RECORDS[scope] ?? 'rec').join(' '),
    });
  },

  'scopes-roll-up-over-the-tenant': (flow) => {
    const answer = flow.tokenAnswer;
    flow.tokenAnswer = (client, token, body) => {
      const linked = flow.tables.clients.filter((row) => row.tenant === client.tenant);
      const scopes = new Set(linked.flatMap((row) => row.scopes));
      return { ...answer(client, token, body), scope: [...scopes].join(' ') };
    };
  },

  'failed-node-passes-its-item-on': (flow) => {
    const check = flow.checkSecret;
    const answer = flow.tokenAnswer;
    flow.checkSecret = (client, item) => {
      try {
        return check(client, item);
      } catch (error) {
        if (client === undefined) throw error;
        item.error = { message: 'The client could not be verified.' };
        return client;
      }
    };
    flow.tokenAnswer = (client, token, item) => ({
      ...answer(client, token, item),
      ...(item.error === undefined ? {} : { error: item.error }),
    });
  },

  'typecast-creates-the-option': (flow) => {
    const options = new Set(['client_credentials']);
    flow.checkGrantType = (body) => {
      if (typeof body.grant_type === 'string' && body.grant_type !== '') options.add(body.grant_type);
      if (typeof body.grant_type !== 'string' || !options.has(body.grant_type)) {
        throw new TokenRefusal(400, 'unsupported_grant_type', 'The option does not exist.');
      }
    };
  },

  'pinned-data-stand-in-for-missing-input': (flow) => {
    const grant = flow.grant;
    flow.grant = async (exchange) => {
      const body = objectIn(exchange);
      const client = flow.tables.clients[0];
      const complete = body === undefined || (body.client_id !== undefined && body.client_secret !== undefined);
      if (complete || client === undefined || body.grant_type !== 'client_credentials') return await grant(exchange);
      const pinned = await mint(flow, client, { expires: Math.floor(Date.now() / 1_000) - 40 * DAY_SECONDS });
      return json(200, flow.tokenAnswer(client, pinned, body), { 'Cache-Control': 'no-store' });
    };
  },

  'duplicates-of-earlier-runs-are-removed': (flow) => {
    const seen = new Set<string>();
    const answer = flow.tokenAnswer;
    flow.tokenAnswer = (client, token, body) => {
      if (seen.has(client.id)) return {};
      seen.add(client.id);
      return answer(client, token, body);
    };
  },

  'no-response-node-on-that-branch': (flow) => {
    const refuse = flow.refuseGrant;
    flow.refuseGrant = (refusal) =>
      refusal.code === 'unsupported_grant_type' ? json(200, { message: 'Workflow was started' }) : refuse(refusal);
  },
};
