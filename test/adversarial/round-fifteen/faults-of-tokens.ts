import type { Claims, FaultyToggle, Json } from './layer.ts';
import { Rejection } from './rejections.ts';

const stale = (): Rejection => new Rejection('credentials-refused', 'The session is over.', { fault: 'session' });

/** Numbers sessions of a client from one on, and anew when its actor was idle. */
const sessionNumbers = () => {
  const actors = new Map<string, { readonly number: number; readonly at: number }>();
  return (client: string): number => {
    const last = actors.get(client);
    const number = last && Date.now() - last.at < 200 ? last.number + 1 : 1;
    actors.set(client, { number, at: Date.now() });
    return number;
  };
};

export const faultsOfTokens: readonly FaultyToggle[] = [
  {
    id: 'session-numbers-begin-anew-with-the-actor',
    title:
      'Tokens number the sessions of a client, whose actor counts from one again when it was passivated, and a lower number than the highest seen is a replay',
    breaks: 'token/renewal',
    layer: () => {
      const next = sessionNumbers();
      const highest = new Map<string, { readonly number: number; readonly jti: string }>();
      return {
        claims: (claims) => ({ ...claims, session: next(claims.azp) }),
        verified: ({ azp, jti, session }) => {
          const number = Number(session);
          const seen = highest.get(azp);
          if (seen && seen.jti !== jti && number <= seen.number) throw stale();
          highest.set(azp, { number, jti });
        },
      };
    },
  },
  {
    id: 'lists-of-two-layers-are-merged-by-index',
    title:
      'Lists in two layers of the configuration are merged by index, so that the shorter list of scopes of the second client keeps the tail of the default one in the token answer',
    breaks: 'token/scope-withheld',
    layer: () => ({
      reply: (reply, { endpoint, client }) => {
        if (endpoint !== 'token' || client !== 'unscoped') return reply;
        const own = ['service:read'];
        const merged = ['service:read', 'service:nbg'].map((word, at) => own[at] ?? word);
        return { ...reply, body: { ...(reply.body as Json), scope: merged.join(' ') } };
      },
    }),
  },
  {
    id: 'payload-stays-with-the-client-actor',
    title: 'Tokens are detached: the payload stays in the actor of the client, and their middle part is empty',
    breaks: 'token/jwt',
    layer: () => {
      const kept = new Map<string, string>();
      return {
        minted: (token) => {
          const [head = '', payload = '', signature = ''] = token.split('.');
          kept.set(signature, payload);
          return `${head}..${signature}`;
        },
        presented: (token) => {
          const [head = '', payload, signature = ''] = token.split('.');
          return payload === '' ? `${head}.${kept.get(signature) ?? ''}.${signature}` : token;
        },
      };
    },
  },
  {
    id: 'expiry-counts-from-the-issue',
    title: 'The codec of a deadline writes what is left of it: exp counts the seconds from iat on',
    breaks: 'token/expiry-claim',
    layer: () => ({
      claims: (claims) => ({ ...claims, exp: claims.exp - claims.iat }),
      expired: (claims, now) => claims.iat + claims.exp <= now,
    }),
  },
  {
    id: 'token-is-handed-out-before-the-verdict',
    title:
      'A token is handed out while the secret is still being compared, and revoked a moment later where that was wrong',
    breaks: 'token/bad-credentials',
    layer: () => {
      const revoked = new Set<string>();
      let wrong = false;
      return {
        wrongSecret: () => {
          wrong = true;
          return true;
        },
        minted: (token) => {
          if (wrong) setTimeout(() => revoked.add(token), 150).unref();
          wrong = false;
          return token;
        },
        verified: (_, token) => {
          if (revoked.has(token)) throw stale();
        },
      };
    },
  },
  {
    id: 'supervisor-resumes-with-the-last-verdict',
    title:
      'The actor that verifies signatures throws where one is wrong, its supervisor resumes it, and it answers with the verdict that it still holds, that on the token before',
    breaks: 'auth/forged',
    also: ['scope/forged-scope'],
    layer: () => {
      let verdict: Claims | undefined;
      return {
        verified: (claims) => {
          verdict = claims;
        },
        unverifiable: (fault) => (fault === 'signature' ? verdict : undefined),
      };
    },
  },
  {
    id: 'unsecured-tokens-are-guests',
    title: 'A token whose alg is none is that of a guest, who is known and may do nothing: 403',
    breaks: 'auth/forged',
    layer: () => ({
      reject: (rejection) =>
        rejection.fault === 'unsecured' ? rejection.with(403, 'Guests may not do this.') : rejection,
    }),
  },
  {
    id: 'timer-of-the-past-never-fires',
    title:
      'A session ends by a timer that is set when its token is first seen, and a timer whose moment has passed is never set',
    breaks: 'auth/expired',
    layer: () => {
      const timed = new Map<string, boolean>();
      return {
        expired: ({ jti, exp }, now) => {
          if (!timed.has(jti)) timed.set(jti, exp > now);
          return timed.get(jti) === true && exp <= now;
        },
      };
    },
  },
  {
    id: 'expired-sessions-are-timed-out-logins',
    title: 'The rejection of an expired token is completed with 440, the time-out of a login',
    breaks: 'auth/expired',
    layer: () => ({
      reject: (rejection) => (rejection.fault === 'expired' ? rejection.with(440) : rejection),
    }),
  },
  {
    id: 'authorized-party-stands-for-the-audience',
    title: 'A token is for this API where aud names it or azp names one of its clients',
    breaks: 'auth/other-audience',
    layer: ({ settings }) => ({
      forUs: ({ aud, azp }) =>
        [aud].flat().includes(settings.audience) || Object.values(settings.clients).some((client) => client.id === azp),
    }),
  },
  {
    id: 'method-of-the-sibling-branch-goes-first',
    title:
      'Reading and changing an address are two branches of one route, and of their rejections that of the method goes before that of the missing token: 405',
    breaks: 'auth/missing',
    layer: () => ({
      reject: (rejection, { endpoint }) =>
        endpoint === 'address' && rejection.kind === 'credentials-missing' ? rejection.with(405) : rejection,
    }),
  },
  {
    id: 'empty-scope-is-above-all-others',
    title:
      'A granted scope covers those that begin with it, and joining two claims of which one is empty yields the empty scope',
    breaks: 'scope/guides-required',
    layer: () => ({
      suffices: (claims) =>
        `${claims['roles'] ?? ''} ${claims.scope}`.split(' ').some((granted) => 'service:nbg'.startsWith(granted)),
    }),
  },
];
