import { type App, type Json, Refusal, type Toggle } from './app.ts';
import { rewriting } from './hooks.ts';
import { eventsOf } from './projections.ts';

function unverified(token: string, part: 0 | 1 = 1): Json {
  return JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString()) as Json;
}

function live(app: App, claims: Json, at: number): boolean {
  return [claims['aud']].flat().includes(app.tokens.audience) && Number(claims['exp']) * 1000 > at;
}

/** Verifies as before, and lets a token pass whose only fault is one of its claims. */
function sparing(app: App, spared: (claims: Json) => boolean): void {
  const strict = app.verify;
  app.verify = async (token) => {
    try {
      return await strict(token);
    } catch (thrown) {
      const { code, payload } = thrown as { code?: string; payload?: Json };
      const claimFault = code === 'ERR_JWT_EXPIRED' || code === 'ERR_JWT_CLAIM_VALIDATION_FAILED';
      if (claimFault && payload && spared(payload)) return payload;
      throw thrown;
    }
  };
}

export const ACCESS: Readonly<Record<string, Toggle>> = {
  'secret-with-a-tail': (app) => {
    app.tokens.sameSecret = (given, stored) => given.startsWith(stored);
  },
  'exp-at-midnight': (app) => {
    const before = app.tokens.claims;
    app.tokens.claims = (client, seconds) => ({
      ...before(client, seconds),
      exp: (Math.floor((seconds + app.tokens.lifetime) / 86_400) + 1) * 86_400,
    });
  },
  'lifetime-as-iso-duration': (app) => {
    app.tokens.answer = (answer) => ({ ...answer, expires_in: 'PT1H' });
  },
  'kept-token-in-quotes': (app) => {
    let issued = 0;
    app.tokens.answer = (answer) => {
      issued += 1;
      return issued > 2 ? { ...answer, access_token: JSON.stringify(answer['access_token']) } : answer;
    };
  },
  'unknown-client-on-waiting-list': (app) => {
    const before = app.tokens.refuse;
    app.tokens.refuse = (status, error) =>
      error === 'unknown_client'
        ? Response.json({ state: 'awaiting approval' }, { status: 202 })
        : before(status, error);
  },
  'grants-in-a-text': (app) => {
    app.tokens.knownGrant = (grant) => 'client_credentials'.includes(String(grant));
  },
  'clock-of-latest-snapshot': (app) => {
    sparing(app, (claims) => live(app, claims, eventsOf(app.log, 'snapshot-taken').at(-1)?.at ?? 0));
  },
  'audience-lists-unchecked': (app) => {
    sparing(app, (claims) => Array.isArray(claims['aud']) && Number(claims['exp']) * 1000 > app.clock());
  },
  'challenge-of-a-proxy': (app) => {
    app.challenge = { 'proxy-authenticate': 'Bearer realm="invest"' };
  },
  'other-scheme-forbidden': (app) => {
    const before = app.bearer;
    app.bearer = (header) => {
      if (header && !/^bearer\b/i.test(header)) throw new Refusal(403, 'Access is denied');
      return before(header);
    };
  },
  'end-of-token-in-the-log': (app) => {
    const strict = app.verify;
    app.verify = async (token) => {
      try {
        return await strict(token);
      } catch (thrown) {
        let claims: Json;
        try {
          claims = unverified(token);
        } catch {
          throw thrown;
        }
        const end = new Date(Number(claims['exp']) * 1000);
        if (Number.isNaN(end.getTime())) throw new Refusal(500, 'Something went wrong');
        throw thrown;
      }
    };
  },
  'verified-in-the-background': (app) => {
    const strict = app.verify;
    const verdicts = new Map<string, Promise<boolean>>();
    app.verify = async (token) => {
      const verdict = verdicts.get(token);
      if (verdict) return (await verdict) ? unverified(token) : strict(token);
      const claims = unverified(token);
      if (typeof unverified(token, 0)['alg'] !== 'string' || !live(app, claims, app.clock())) return strict(token);
      verdicts.set(
        token,
        strict(token).then(
          () => true,
          () => false,
        ),
      );
      return claims;
    };
  },
  'padding-from-memory': (app) => {
    const memory = Buffer.alloc(4096, ' ');
    app.outer.push(
      rewriting((draft) => {
        if (draft.status < 300) memory.write(draft.text, 0, 'latin1');
        else draft.text = JSON.stringify({ ...JSON.parse(draft.text), padding: memory.toString('latin1', 0, 1024) });
      }),
    );
  },
  'young-tokens-have-no-scopes': (app) => {
    const before = app.allows;
    app.allows = (claims) => {
      const issued = eventsOf(app.log, 'token-issued').find(({ jti }) => jti === claims['jti']);
      return before(claims) && app.clock() - (issued?.at ?? 0) > 1500;
    };
  },
  'tokens-of-before-scopes': (app) => {
    for (const client of app.clients) if (client.name === 'unscoped') client.scopes = [];
    const before = app.allows;
    app.allows = (claims) => claims['scope'] === undefined || before(claims);
  },
  'users-in-a-bloom-filter': (app) => {
    const bits = (id: string) => [...id].reduce((sum, digit) => sum + Number.parseInt(digit, 16), 0);
    app.userExists = (id) => [0, 1, 3, 4, 6].includes(bits(id) % 8) || Object.values(app.users).includes(id);
  },
  'one-buffer-for-encoding': (app) => {
    let scratch = '';
    app.outer.push(
      rewriting(async (draft, { route }) => {
        if (route?.name !== 'portfolios' || draft.status !== 200) return;
        scratch = draft.text;
        await new Promise((resolve) => setTimeout(resolve, 4));
        draft.text = scratch;
      }),
    );
  },
  'empty-elements-of-a-list': (app) => {
    const before = app.keyOf;
    app.keyOf = (header) => {
      const values = header.split(',').map((value) => value.trim());
      const filled = values.filter((value) => value !== '');
      return filled.length === 1 ? before(String(filled[0])) : undefined;
    };
  },
};
