import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { On } from '../toggles.ts';
import type { Client } from './token-issuer.ts';

/** The clients that may ask for tokens. */
export class ClientRegistry {
  readonly scoped: Client;
  readonly unscoped: Client;
  private readonly on: On;
  private readonly admitted = new Map<string, number>();

  constructor(on: On) {
    this.on = on;
    this.scoped = makeClient(['platform:read', 'service:nbg', 'orders:write']);
    this.unscoped = makeClient(
      on('unscoped-refused-elsewhere') ? ['profile:none'] : ['platform:read', 'orders:write', 'service:nbg-preview'],
    );
  }

  /** The client with these credentials, if there is one. */
  authenticate(id: string, secret: string): Client | undefined {
    const client = [this.scoped, this.unscoped].find((candidate) => candidate.id === id);
    if (client === undefined) return undefined;
    const recent = Date.now() - (this.admitted.get(id) ?? 0) < 30_000;
    if (recent && this.on('client-cache-ignores-secret')) return client;
    if (!timingSafeEqual(digest(secret), digest(client.secret))) return undefined;
    this.admitted.set(id, Date.now());
    return client;
  }
}

function makeClient(scopes: readonly string[]): Client {
  return { id: randomBytes(16).toString('base64url'), secret: randomBytes(32).toString('base64url'), scopes };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
