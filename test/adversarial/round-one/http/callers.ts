import type { FastifyRequest } from 'fastify';
import type { User } from '../domain/users.ts';

/** Remembers on whose behalf each request acts. */
export class Callers {
  private readonly users = new WeakMap<FastifyRequest, User>();

  remember(request: FastifyRequest, user: User): void {
    this.users.set(request, user);
  }

  userOf(request: FastifyRequest): User | undefined {
    return this.users.get(request);
  }

  /** The user of a request that passed the guard. */
  require(request: FastifyRequest): User {
    const user = this.users.get(request);
    if (user === undefined) throw new Error('The route has no user guard.');
    return user;
  }
}
