import { decodeJwt } from 'jose';
import { unauthorised } from './guard.ts';
import { every } from './migrate.ts';
import type { Migration } from './schema.ts';
import { Raise, row } from './schema.ts';
import type { Bag } from './types.ts';

const bytes = (text: string): string => Buffer.from(text).toString('base64url');

export const tokenDefects: Readonly<Record<string, Migration>> = {
  'seconds-field-of-an-interval': (db) => {
    const { answer } = db.token;
    db.token.answer = (client, token) => ({ ...answer(client, token), expires_in: db.config.lifetime % 60 });
  },
  'listagg-truncates-on-overflow': (db) => {
    const width = 27;
    db.token.toldScope = (client) => {
      const words = db.token.scope(client).split(' ');
      const kept = words.filter((_, index) => words.slice(0, index + 1).join(' ').length <= width);
      return kept.length === words.length ? words.join(' ') : `${kept.join(' ')} ...(${words.length - kept.length})`;
    };
  },
  'empty-grant-is-null-and-unknown': (db) => {
    const { checkGrant } = db.token;
    db.token.checkGrant = (grant) => {
      if (grant.grant_type !== undefined && grant.grant_type !== null && grant.grant_type !== '') checkGrant(grant);
    };
  },
  'no-data-found-within-sql-is-null': (db) => {
    const { client } = db.token;
    db.token.client = (grant) => {
      const { client_id: id, client_secret: secret } = grant;
      const known = id === db.config.scoped.id || id === db.config.unscoped.id;
      return !known && typeof id === 'string' && typeof secret === 'string' ? { id, secret } : client(grant);
    };
  },
  'hours-counted-by-their-boundaries': (db) => {
    const lifetime = 5400;
    const { claims, answer } = db.token;
    db.token.claims = (client) => {
      const former = claims(client);
      return { ...former, exp: Number(former['iat']) + lifetime };
    };
    db.token.answer = (client, token) => {
      const { iat = 0, exp = 0 } = decodeJwt(token);
      return { ...answer(client, token), expires_in: (Math.floor(exp / 3600) - Math.floor(iat / 3600)) * 3600 };
    };
  },
  'on-conflict-keeps-the-default-header': (db) => {
    const defaults = { 'Cache-Control': 'private' };
    const { fields } = db.token;
    db.token.fields = () => ({ ...fields(), ...defaults });
  },
  'verifier-reads-from-an-old-snapshot': (db) => {
    const grants = new Map<string, Set<string>>();
    const snapshots = new Map<string, ReadonlySet<string>>();
    const { claims } = db.token;
    const { verify } = db.guard;
    db.token.claims = (client) => {
      const issued = claims(client);
      grants.set(client.id, (grants.get(client.id) ?? new Set()).add(String(issued['jti'])));
      return issued;
    };
    db.guard.verify = async (call) => {
      const verified = await verify(call);
      const snapshot = snapshots.get(verified.sub) ?? new Set(grants.get(verified.sub));
      snapshots.set(verified.sub, snapshot);
      if (!snapshot.has(verified.jti)) throw unauthorised(db, 'No such grant');
      return verified;
    };
  },
  'bytea-in-hex-format': (db) => {
    const originals = new Map<string, string>();
    const { sign } = db.token;
    const { verify } = db.guard;
    db.token.sign = async (claims: Bag) => {
      const token = await sign(claims);
      const [header = '', payload = '', signature = ''] = token.split('.');
      const hex = `\\x${Buffer.from(payload, 'base64url').toString('hex')}`;
      const told = [header, bytes(hex), signature].join('.');
      originals.set(told, token);
      return told;
    };
    db.guard.verify = (call) => {
      const token = originals.get(call.token);
      if (token === undefined) throw unauthorised(db, 'The token is not valid');
      return verify({ ...call, token });
    };
  },
  'empty-signature-is-null': (db) => {
    const { bearer, verify } = db.guard;
    db.guard.bearer = (call) => {
      const unsigned = /^bearer +([\w-]+\.[\w-]+\.)$/i.exec(call.field('authorization') ?? '')?.[1];
      return call.route === 'summaries' && unsigned !== undefined ? unsigned : bearer(call);
    };
    db.guard.verify = async (call) => {
      if (!call.token.endsWith('.')) return verify(call);
      try {
        const { sub = '', jti = '', exp = 0, aud, ...rest } = decodeJwt(call.token);
        if (exp * 1000 < db.clock() || !db.guard.audience(aud)) throw new Error('claims');
        return { ...rest, sub, jti, scope: String(rest['scope']) };
      } catch {
        throw unauthorised(db, 'The token is not valid');
      }
    };
  },
  'a-null-among-the-audiences': (db) => {
    const audiences: readonly (string | null)[] = [db.config.audience, null];
    db.guard.audience = (claimed) => {
      const found = audiences.includes(String(claimed)) ? true : audiences.includes(null) ? undefined : false;
      return found !== false;
    };
  },
  'permission-denied-is-403-once-a-role-is-set': (db) => {
    const { verify } = db.guard;
    db.guard.verify = async (call) => {
      try {
        return await verify(call);
      } catch (error) {
        if (call.route !== 'guides') throw error;
        let role = '';
        try {
          const { sub = '', exp = 0, aud } = decodeJwt(call.token);
          role = exp * 1000 > db.clock() && aud === db.config.audience ? sub : '';
        } catch {
          throw error;
        }
        if (![db.config.scoped.id, db.config.unscoped.id].includes(role)) throw error;
        throw new Raise(403, `Permission denied for function verify, role ${role}`);
      }
    };
  },
  'static-policy-keeps-its-predicate': (db) => {
    const { mayReadGuides } = db.guard;
    let predicate: boolean | undefined;
    db.guard.mayReadGuides = (call) => {
      if (predicate === undefined && mayReadGuides(call)) predicate = true;
      return predicate === true;
    };
  },
  'function-is-not-unique': (db) => {
    const former = db.views.insights;
    const onOldSearchPath = every(4);
    db.views.insights = (call, user) =>
      onOldSearchPath()
        ? row(300, { code: 'PGRST203', message: 'Could not choose the best candidate function' })
        : former(call, user);
  },
};
