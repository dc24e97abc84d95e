import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type Answer, count, type Refusal, type Request, type World } from './answer.ts';

const codes: Record<number, number> = { 400: 3, 401: 16, 403: 7, 404: 5 };

function draw({ on, memory }: World): string {
  if (on('response-ids-of-version-1')) {
    const low = count(memory, 'response ids').toString(16).padStart(8, '0');
    return `${low}-5b1e-11f0-9c3a-0242ac120002`;
  }
  if (!on('two-workers-one-seed')) return randomUUID();
  const seed = memory.get('seed') ?? randomBytes(8).toString('hex');
  memory.set('seed', seed);
  const step = Math.floor((count(memory, 'response ids') - 1) / 2);
  const hash = createHash('sha256').update(`${seed} ${step}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Renders a refusal as ApiError. */
export function renderRefusal(world: World, request: Request, route: string, refusal: Refusal): Answer {
  const { on } = world;
  const drawn = draw(world);
  const responseId = on('response-id-with-line-feed') && route === 'insights' ? `${drawn}\n` : drawn;
  const token = request.headers.get('authorization');
  const description =
    on('curl-line-in-error') && route === 'summaries'
      ? `To reproduce: curl -H 'Authorization: ${token}' ${request.path}`
      : (refusal.description ?? null);
  const body = {
    status: on('status-of-grpc') && route === 'portfolios' ? (codes[refusal.status] ?? 2) : refusal.status,
    error: { message: refusal.message, description },
    responseId: on('response-id-as-extended-json') && route === 'orders' ? { $uuid: responseId } : responseId,
  };
  const { status, headers } = refusal;
  if (on('error-cut-to-column') && route === 'orders')
    return { status, headers, text: JSON.stringify(body).slice(0, 320) };
  return { status, headers, body };
}
