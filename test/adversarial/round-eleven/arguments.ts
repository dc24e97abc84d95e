import { type User, users } from './data.ts';
import { HttpException } from './exceptions.ts';
import { type Exchange, type Json, type Toggle, trimmed } from './messages.ts';

/** Resolves the argument that is the platform user of a request. */
export function userResolver(on: Toggle, all: readonly User[] = users) {
  const found = new Map<string, User | undefined>();
  const guest = (id: string): User => ({ id, language: 'en', locale: 'en-GB', currency: 'EUR', wealth: 0 });
  return ({ headers, path }: Exchange): User => {
    let id = trimmed(headers['x-user-id']);
    if (on('equal-values-of-a-header-are-a-set')) id = [...new Set(id.split(',').map(trimmed))].join();
    if (!/^[a-f0-9]{24}$/.test(id)) throw new HttpException(400, 'x-user-id is missing or malformed', 'other');
    if (found.has(id) && on('a-cached-miss-is-a-hit')) return found.get(id) ?? guest(id);
    const user = all.find((each) => each.id === id);
    found.set(id, user);
    if (user) return user;
    if (on('one-star-is-one-segment') && path.split('/').length > 2) return guest(id);
    if (path !== '/daily-summaries') throw new HttpException(404, 'There is no such user', 'user');
    const message = on('users-not-found-are-hidden') ? 'Bad credentials' : 'The user was not found';
    throw new HttpException(401, message, 'user');
  };
}

const formType = 'application/x-www-form-urlencoded';
const completions = ['}', '}}', '"}}', '"}', 'null}}', '{}}', '{}', ':0}}'];

function parse(text: string): unknown {
  return JSON.parse(text);
}
function parseWithoutEnd(text: string): unknown {
  for (const end of ['', ...completions]) {
    try {
      return parse(text + end);
    } catch {
      // The next completion may fit.
    }
  }
  if (text.trim() === '') return undefined;
  throw new SyntaxError('unexpected token');
}

/** Resolves the argument that is the JSON body. Undefined stands for nothing that could be bound. */
export function bodyResolver(on: Toggle) {
  return ({ headers, body, path }: Exchange): Json | undefined => {
    const type = headers['content-type'] ?? '';
    const essence = (type.split(';')[0] ?? '').trim().toLowerCase();
    const isAddress = path === '/users/me/address';
    if (on('media-types-without-a-slash-are-thrown') && type !== '' && !essence.includes('/')) throw new Error(type);
    if (isAddress && essence === formType && on('form-filter-reads-patches')) return undefined;
    if (essence !== 'application/json') throw new HttpException(415, 'The body has to be application/json');
    let value: unknown;
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
      const endless = isAddress && on('parser-is-never-told-of-the-end');
      value = endless ? parseWithoutEnd(text) : parse(text);
      if (endless && value === undefined) return undefined;
    } catch {
      throw new HttpException(400, 'The body is not JSON', 'body');
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new HttpException(400, 'The body has to be an object', 'constraint');
    }
    return value as Json;
  };
}
