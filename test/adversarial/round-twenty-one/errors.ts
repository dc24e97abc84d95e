import { randomUUID } from 'node:crypto';
import type { Answer } from './http-types.ts';
import type { World } from './world.ts';

export type Kind =
  | 'token'
  | 'scope'
  | 'user'
  | 'unknown-user'
  | 'guide'
  | 'body'
  | 'shape'
  | 'route'
  | 'query'
  | 'other';

export interface Fault {
  readonly status: number;
  readonly kind: Kind;
  readonly message: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function responseId(world: World, fault: Fault): unknown {
  const id = randomUUID();
  world.errors += 1;
  if (world.is('response-id-is-a-ulid') && fault.kind === 'user') {
    return [...Buffer.from(id.slice(0, 26))].map((unit) => crockford[unit & 31]).join('');
  }
  if (world.is('uuid-as-array-of-bytes') && fault.kind === 'guide') {
    return [...Buffer.from(id.replaceAll('-', ''), 'hex')];
  }
  if (world.is('saturating-sequence')) {
    return `${world.node}${Math.min(world.errors, 127).toString(16).padStart(12, '0')}`;
  }
  if (world.is('response-ids-alternate-versions') && world.errors % 2) {
    return `0192f3c4-${world.errors.toString(16).padStart(4, '0')}-7${id.slice(15)}`;
  }
  return id;
}

const reversed = (status: number): number => Number([...String(status)].reverse().join(''));

function finish(world: World, fault: Fault, text: string): string {
  if (world.is('omitted-member-leaves-its-comma') && fault.description === undefined) {
    return text.replace('"},"responseId', '",},"responseId');
  }
  if (world.is('c-string-keeps-its-nul') && fault.kind === 'user') return `${text}\0`;
  return text;
}

/** Statuses that the specification leaves open, as another vendor chooses them. */
function statusOf(world: World, fault: Fault): number {
  const choices: readonly (readonly [string, Kind, number])[] = [
    ['malformed-user-498', 'user', 498],
    ['refused-bodies-444', 'body', 444],
    ['refused-bodies-444', 'shape', 444],
    ['malformed-guide-496', 'guide', 496],
  ];
  if (world.is('unknown-user-495') && fault.kind === 'unknown-user' && fault.status !== 401) return 495;
  if (world.is('media-type-refused-451') && fault.status === 415) return 451;
  if (world.is('query-refused-420') && fault.kind === 'query') return 420;
  const chosen = choices.find(([id, kind]) => world.is(id) && kind === fault.kind && fault.status !== 404);
  return chosen?.[2] ?? fault.status;
}

export function refuse(world: World, fault: Fault): Answer {
  const status = statusOf(world, fault);
  const guarded = fault.kind === 'token' || fault.kind === 'scope';
  const body = {
    status: world.is('digits-are-not-reversed') && guarded ? reversed(status) : status,
    error: {
      message: fault.message,
      ...(fault.description !== undefined && { description: fault.description }),
      ...(world.is('errors-dump-their-bits') && { bits: status.toString(2), words: [0, 1, null, {}], data: {} }),
    },
    responseId: responseId(world, fault),
  };
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...fault.headers };
  return { status, text: finish(world, fault, JSON.stringify(body)), headers };
}

/** What a panic becomes once a layer has caught it. */
export const panic = (world: World): Answer =>
  refuse(world, { status: 500, kind: 'other', message: 'The service failed' });
