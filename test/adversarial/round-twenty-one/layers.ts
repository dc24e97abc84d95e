import { panic, refuse } from './errors.ts';
import type { Answer, Context, Layer } from './http-types.ts';
import { check } from './jwt.ts';
import { failure, type Result, success } from './result.ts';
import { covers } from './scopes.ts';

const space = 0x20;
const isToken68 = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a) || unit === 0x2d || unit === 0x5f;

/** Takes the token out of the field by scanning its code units. */
function scanBearer(field: string, skipForeign: boolean): Result<string> {
  if (field.slice(0, 6).toLowerCase() !== 'bearer') return failure('the scheme is not Bearer');
  let start = 6;
  while (field.charCodeAt(start) === space) start += 1;
  if (start === 6 || start === field.length) return failure('there is no token');
  let dots = 0;
  for (let index = start; index < field.length; index += 1) {
    const unit = field.charCodeAt(index);
    if (unit === 0x2e) dots += 1;
    else if (!isToken68(unit) && !(skipForeign && dots === 2)) return failure('the token has a foreign character');
  }
  return success(field.slice(start));
}

function challenge(context: Context): Record<string, string> {
  const { world, path } = context;
  if (!world.is('challenge-outgrows-its-slot')) {
    return { 'WWW-Authenticate': 'Bearer realm="ferrite", error="invalid_token"' };
  }
  const value = `Bearer realm="${path}", error="invalid_token"`;
  return value.length > 60 ? {} : { 'WWW-Authenticate': value };
}

const unauthorised = (context: Context, why: string): Answer =>
  refuse(context.world, {
    status: 401,
    kind: 'token',
    message: 'Unauthorized',
    description: why,
    headers: challenge(context),
  });

export const authenticate: Layer = (next) => async (context) => {
  const field = context.headers['authorization'];
  if (field === undefined) return unauthorised(context, 'there are no credentials');
  const token = scanBearer(field, context.world.is('signature-decoder-skips-foreign-bytes'));
  if (!token.ok) return unauthorised(context, token.why);
  const grants = check(context.world, token.value);
  if (!grants.ok) return grants.why === 'panic' ? panic(context.world) : unauthorised(context, grants.why);
  context.grants = grants.value;
  return next(context);
};

/** A reload of the configuration gives scopes new handles, and remembered masks hold the old ones. */
function isStale(context: Context): boolean {
  const { world } = context;
  const token = context.headers['authorization'] ?? '';
  const known = world.verified.get(token);
  world.verified.set(token, world.epoch);
  return known !== undefined && known !== world.epoch;
}

export const needScope =
  (name: string): Layer =>
  (next) =>
  async (context) => {
    const { world, grants } = context;
    const stale = world.is('reload-renumbers-scopes') && isStale(context);
    if (stale || !covers(world, grants?.mask ?? 0n, name)) {
      return refuse(world, {
        status: 403,
        kind: 'scope',
        message: 'Forbidden',
        description: `The scope ${name} is needed`,
      });
    }
    return next(context);
  };

const isHex = (text: string): boolean => {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (!((unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x66))) return false;
  }
  return true;
};

/** The id within a field, which is read in three lanes of eight bytes. */
function scanUserId(field: string, lanesOnly: boolean): Result<string> {
  const fits = lanesOnly ? field.length >> 3 === 3 : field.length === 24;
  const id = field.slice(0, 24);
  return fits && isHex(id) ? success(id) : failure('x-user-id is 24 lowercase hexadecimal characters');
}

function unknownUser(context: Context): Answer {
  const { world, path } = context;
  const onSummaries = path.endsWith('/daily-summaries');
  const message = onSummaries && world.is('message-is-strerror') ? 'No such file or directory' : 'User not found';
  const headers = onSummaries ? challenge(context) : {};
  return refuse(world, { status: onSummaries ? 401 : 404, kind: 'unknown-user', message, headers });
}

/** A leaf of the trie of users is reached by the bits that differ, and its key is what remains to be compared. */
function leafFor(context: Context, id: string) {
  const { users } = context.world;
  const [first, second] = users;
  const at = [...(first?.id ?? '')].findIndex((digit, index) => digit !== second?.id[index]);
  return id[at] === second?.id[at] ? second : first;
}

function findUser(context: Context, id: string) {
  const { world, path } = context;
  if (world.is('rehash-looks-in-the-new-table-only') && path.endsWith('notification-settings')) {
    return world.tick('rehash') % 8 === 0 ? undefined : world.userById(id);
  }
  const found = world.userById(id);
  return (
    found ?? (world.is('patricia-leaf-is-not-compared') && path.endsWith('/cash') ? leafFor(context, id) : undefined)
  );
}

export const needUser: Layer = (next) => async (context) => {
  const { world } = context;
  const field = context.headers['x-user-id'];
  if (field === undefined) return refuse(world, { status: 400, kind: 'user', message: 'x-user-id is missing' });
  const id = scanUserId(field, world.is('user-id-in-lanes'));
  if (!id.ok)
    return refuse(world, { status: 400, kind: 'user', message: 'x-user-id is malformed', description: id.why });
  const user = findUser(context, id.value);
  if (!user) return unknownUser(context);
  context.user = user;
  return next(context);
};

/** A user who may be named, for the language. */
export const mayHaveUser: Layer = (next) => async (context) => {
  context.user = context.world.userById(context.headers['x-user-id'] ?? '');
  return next(context);
};

export const refuseQuery: Layer = (next) => async (context) => {
  const refused = context.world.is('query-refused-420') && context.method === 'GET' && context.query !== '';
  if (refused) return refuse(context.world, { status: 400, kind: 'query', message: 'There are no parameters' });
  return next(context);
};

export const stack =
  (...layers: readonly Layer[]): Layer =>
  (next) =>
    layers.reduceRight((inner, layer) => layer(inner), next);
