import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Guide, guideSeeds, type User, userSeeds } from './records.ts';

export interface Answer {
  status: number;
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
}
export interface Context {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly socket: object;
  scopes: string[];
  client: string;
  user?: User | undefined;
}

/** The cache store: entries live for a number of milliseconds. */
class CacheStore {
  readonly entries = new Map<string, { value: unknown; until: number }>();
  read<T>(key: string): T | undefined {
    const entry = this.entries.get(key);
    return entry && entry.until > Date.now() ? (entry.value as T) : undefined;
  }
  write<T>(key: string, value: T, milliseconds: number): T {
    this.entries.set(key, { value, until: Date.now() + milliseconds });
    return value;
  }
  fetch<T>(key: string, milliseconds: number, make: () => T): T {
    return this.read<T>(key) ?? this.write(key, make(), milliseconds);
  }
}

export class App {
  readonly started = Date.now();
  readonly cache = new CacheStore();
  readonly users: User[];
  readonly guides: Guide[];
  readonly orders = new Set<string>();
  readonly busy = new Map<string, number>();
  readonly timers = new Set<NodeJS.Timeout>();
  readonly connections = new WeakMap<object, number>();
  readonly statements = new WeakMap<object, unknown>();
  requests = 0;
  readonly toggle: string | undefined;
  constructor(toggle: string | undefined) {
    this.toggle = toggle;
    this.users = userSeeds(toggle);
    this.guides = guideSeeds(toggle);
  }
  on(flag: string): boolean {
    return this.toggle === flag;
  }
  perform(milliseconds: number, job: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      job();
    }, milliseconds);
    this.timers.add(timer);
  }
  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.perform(milliseconds, resolve));
  }
}

export class Refusal extends Error {
  readonly status: number;
  readonly description: string | null;
  readonly headers: Record<string, string>;
  constructor(
    status: number,
    message: string,
    description: string | null = null,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.description = description;
    this.headers = headers;
  }
}

const responseId = (app: App, refusal: Refusal, context: Context): string => {
  const id: string = randomUUID();
  if (app.on('response-id-version-6')) return `${id.slice(0, 14)}6${id.slice(15)}`;
  if (app.on('response-id-in-mixed-case')) return [...id].map((c, index) => (index % 2 ? c.toUpperCase() : c)).join('');
  if (app.on('audit-column-of-32') && context.method !== 'GET') return id.slice(0, 32);
  if (app.on('equal-errors-are-one-event'))
    return app.cache.fetch(`event/${refusal.status}/${refusal.message}/${context.path}`, 1000, () => id);
  return id;
};

export function errorAnswer(app: App, refusal: Refusal, context: Context): Answer {
  let message: unknown = refusal.message;
  let description = refusal.description;
  let status = refusal.status;
  if (app.on('messages-in-capitals')) message = refusal.message.toUpperCase();
  if (app.on('message-names-the-user') && context.path === '/daily-summaries' && status === 401)
    message = `${refusal.message} (asked for ${JSON.stringify(context.headers['x-user-id'] ?? null)})`;
  if (app.on('several-mistakes-make-a-list') && refusal.message.includes('; ')) message = refusal.message.split('; ');
  if (app.on('ruby-backtrace') && context.path === '/learn/analyst-insights' && status === 400)
    description =
      "app/models/user.rb:42:in `find_by_public_id!'\napp/controllers/concerns/identifies_user.rb:17:in `set_user'\nlib/middleware/locale.rb:9:in `call'";
  if (app.on('catalogue-in-octal') && status === 404 && context.path.includes('guides/')) status = 0o404;
  const headers = { ...refusal.headers };
  if (app.on('expires-on-refusals')) headers['Expires'] = new Date(Date.now() + 1_800_000).toUTCString();
  else headers['Cache-Control'] = 'no-store';
  if (app.on('etag-on-refusals')) headers['ETag'] = '"refused"';
  const empty = app.on('refusals-with-empty-members') ? { data: [], app: null, email: [] } : {};
  const body = { status, error: { message, description }, responseId: responseId(app, refusal, context), ...empty };
  return { status: refusal.status, body, headers };
}
