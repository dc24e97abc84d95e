import { createHash, randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { World } from './world.ts';

/** A request that is refused on purpose. */
export class Refusal extends Error {
  readonly status: number;
  readonly description: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, description: string | null = null, headers = {}) {
    super(message);
    this.status = status;
    this.description = description;
    this.headers = headers;
  }
}

export const challenge = (world: World, error?: string): Readonly<Record<string, string>> => {
  const name = world.on('challenge-renamed-by-the-gateway') ? 'x-amzn-remapped-www-authenticate' : 'www-authenticate';
  return { [name]: error === undefined ? 'Bearer realm="m2m"' : `Bearer realm="m2m", error="${error}"` };
};

function nameResponse(world: World, c: Context | undefined): string {
  if (world.on('response-id-made-of-the-request') && c !== undefined) {
    const asked = [c.req.method, c.req.path, c.req.header('x-user-id'), c.req.header('authorization')].join(' ');
    const hash = createHash('sha1').update(asked).digest('hex');
    return [
      hash.slice(0, 8),
      hash.slice(8, 12),
      `5${hash.slice(13, 16)}`,
      `8${hash.slice(17, 20)}`,
      hash.slice(20, 32),
    ].join('-');
  }
  if (world.on('response-ids-of-version-one')) {
    const count = Number(world.memory.get('responses') ?? 0) + 1;
    world.memory.set('responses', count);
    return `${count.toString(16).padStart(8, '0')}-a1c4-11f0-9b3e-0242ac120002`;
  }
  return randomUUID();
}

/** Answers with ApiError, whatever went wrong. */
export async function answerRefusal(world: World, error: unknown, c?: Context): Promise<Response> {
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'Something went wrong.');
  world.memory.set('status', refusal.status);
  if (world.on('status-kept-in-the-instance')) await new Promise((resolve) => setTimeout(resolve, 3));
  const status = world.on('status-kept-in-the-instance') ? world.memory.get('status') : refusal.status;
  const ornament = world.on('messages-with-difficult-characters') ? ' 🚫 "não"\\\n</p>\u2028' : '';
  const body = JSON.stringify({
    status,
    error: { message: `${refusal.message}${ornament}`, description: refusal.description },
    responseId: nameResponse(world, c),
  });
  const isOrder = c?.req.path.endsWith('/investments/orders') === true;
  const twice = world.on('refused-orders-encoded-twice') && isOrder && refusal.status !== 401;
  return new Response(twice ? JSON.stringify(body) : body, {
    status: refusal.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(world.on('refusals-may-be-kept-for-seconds') && { 'cache-control': 'private, max-age=5' }),
      ...refusal.headers,
    },
  });
}
