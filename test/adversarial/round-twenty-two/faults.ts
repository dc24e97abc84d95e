import { createHash } from 'node:crypto';
import type { Answer, Bag, Message, Route } from './types.ts';
import type { User, World } from './world.ts';

export interface Fault {
  readonly status: number;
  readonly text: string;
  readonly route?: Route | undefined;
  readonly user?: User | undefined;
  readonly details?: readonly string[];
  readonly bodyStatus?: number;
}

function nameBased(message: Message): string {
  const hex = createHash('sha1')
    .update(`${message.path}|${message.field('x-user-id')}`)
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function refuse(world: World, message: Message, fault: Fault): Answer {
  const { on, form } = world;
  const { route } = fault;
  let text: unknown = form.message(fault.text);
  let description: unknown = form.description(fault.text);
  const ofBody = fault.details !== undefined;
  if (on('attribute-makes-the-message-an-object') && route === 'address' && ofBody) {
    text = { '@xml:lang': 'en', '#text': text };
  }
  if (on('two-details-are-a-list') && route === 'orders' && (fault.details?.length ?? 0) > 1)
    description = fault.details;
  if (on('missing-catalogue-entry-is-blank') && ofBody && fault.user?.language === 'de') text = '';
  if (on('message-history-in-the-description') && route === 'cash') {
    description = 'Message history: [route7] [file:///opt/bus/deploy/routes/cash-v2.xml:41] [policy] [0 ms]';
  }
  if (on('faultstring-goes-to-the-detail') && fault.text === 'User was not found') {
    text = 'Client.Subject';
    description = fault.text;
  }
  const named = on('response-id-is-named-after-the-question') && route === 'summaries';
  const body: Bag = {
    status: fault.bodyStatus ?? fault.status,
    error: { message: text, description },
    responseId: named ? nameBased(message) : form.responseId(),
    ...form.errorMembers(fault.text),
  };
  const json = JSON.stringify(body);
  const marked = on('fault-json-stays-in-its-section') && route === 'portfolios';
  const answer: Answer = {
    status: fault.status,
    fields: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    body: marked ? `<![CDATA[${json}]]>` : json,
  };
  if (fault.status === 401) challenge(world, route, answer);
  return answer;
}

function challenge(world: World, route: Route | undefined, answer: Answer): void {
  const last = world.seen.get(`challenge ${route}`) ?? 0;
  world.seen.set(`challenge ${route}`, Date.now());
  if (world.on('challenge-opens-a-conversation-once') && Date.now() - last < 2000) return;
  answer.fields['WWW-Authenticate'] = world.form.challenge;
}
