import type { CryptoKey } from 'jose';
import { jwtVerify } from 'jose';
import type { Call, Claims, Guard, Schema } from './schema.ts';
import { Raise } from './schema.ts';

const challenge = (db: Schema, error?: string): Record<string, string> => ({
  'WWW-Authenticate': `Bearer realm="${db.config.prefix}"${error === undefined ? '' : `, error="${error}"`}`,
});
const userPattern = /^[a-f0-9]{24}$/;
export const unauthorised = (db: Schema, message: string): Raise =>
  new Raise(401, message, null, challenge(db, 'invalid_token'));

/** Checks that run in front of each procedure, as its pre-request function. */
export const guard = (db: () => Schema, key: CryptoKey): Guard => ({
  bearer: (call: Call): string => {
    const header = call.field('authorization');
    if (header === undefined) throw new Raise(401, 'Anonymous access is disabled', null, challenge(db()));
    const token = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1];
    if (token === undefined) throw unauthorised(db(), 'The credentials are no bearer token');
    return token;
  },
  verify: async (call: Call): Promise<Claims> => {
    try {
      const { payload } = await jwtVerify(call.token, key, {
        algorithms: ['ES256'],
        issuer: 'urn:depot:identity',
        typ: 'at+jwt',
        requiredClaims: ['exp', 'sub', 'jti'],
        currentDate: new Date(db().clock()),
        clockTolerance: 5,
      });
      if (!db().guard.audience(payload.aud)) throw new Error('audience');
      const { sub, jti } = payload;
      const scope = db().guard.scope(payload);
      if (typeof sub !== 'string' || typeof jti !== 'string' || typeof scope !== 'string') throw new Error('claims');
      return { ...payload, sub, jti, scope };
    } catch {
      throw unauthorised(db(), 'The token is not valid');
    }
  },
  audience: (claimed: unknown) => claimed === db().config.audience,
  scope: (payload) => payload['scope'],
  mayReadGuides: (call: Call) => (call.claims?.scope ?? '').split(' ').includes('service:nbg'),
  userId: (call: Call): string => {
    const id = call.field('x-user-id');
    if (id === undefined) throw new Raise(400, 'The header x-user-id is missing');
    if (!userPattern.test(id)) throw new Raise(400, 'The header x-user-id is malformed', 'ck_user_id is violated');
    return id;
  },
  user: (call: Call, id: string) => {
    const user = db().tables.users.find((known) => known.id === id);
    if (user !== undefined) return user;
    if (call.route === 'summaries') {
      throw new Raise(401, 'The user was not found', null, challenge(db()));
    }
    throw new Raise(404, 'The user was not found');
  },
  admit: (call: Call, user) => {
    if (user.denied && call.route === 'summaries') throw new Raise(403, 'Access is denied');
  },
});

/** All checks in front of a route; fills in the session context. */
export const enter = async (db: Schema, call: Call): Promise<void> => {
  call.token = db.guard.bearer(call);
  call.claims = await db.guard.verify(call);
  if (call.route === 'guides' && !db.guard.mayReadGuides(call)) {
    throw new Raise(403, 'Permission denied for view learning_guides', 'The scope service:nbg is required');
  }
  if (call.route === 'guide') {
    call.user = db.tables.users.find(({ id }) => id === call.field('x-user-id'));
    return;
  }
  const user = db.guard.user(call, db.guard.userId(call));
  db.guard.admit(call, user);
  call.user = user;
};
