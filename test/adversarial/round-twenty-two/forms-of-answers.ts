import { randomUUID } from 'node:crypto';
import type { Form, Shed } from './form.ts';

export interface NamedForm {
  readonly id: string;
  readonly title: string;
  readonly form: Partial<Form>;
}
const fault = '<?xml version="1.0"?><fault xmlns="urn:invest:bus"><code>Busy</code></fault>';
const shedPlainly = (status: 429 | 503): Shed => ({ status, type: 'text/plain', body: 'busy' });
const every = (count: number, of: number, shed: Shed) => (count % of === 0 ? shed : undefined);

/** Statuses, fields, errors, tokens, timing and framing. */
export const formsOfAnswers: readonly NamedForm[] = [
  {
    id: 'unknown-user-is-out-of-range',
    title: 'An unknown user is answered with 416 except on daily summaries.',
    form: { unknownUser: 416 },
  },
  {
    id: 'undeclared-query-failed-its-dependency',
    title: 'Query parameters that the contract does not declare are refused with 424.',
    form: { queryRefused: 424 },
  },
  {
    id: 'undeclared-query-meets-no-route',
    title: 'A target with undeclared parameters meets no route: 404.',
    form: { queryRefused: 404 },
  },
  {
    id: 'refused-bodies-failed-a-dependency',
    title: 'Whatever is wrong with a body is answered with 424.',
    form: { bodyRefused: 424, boundsRefused: 424 },
  },
  {
    id: 'bounds-are-forbidden',
    title: 'Bounds and code lists that are missed are answered with 403.',
    form: { boundsRefused: 403 },
  },
  {
    id: 'malformed-guide-id-is-too-early',
    title: 'A malformed guide id is answered with 425.',
    form: { guideMalformed: 425 },
  },
  {
    id: 'token-desk-is-locked-to-errors',
    title: 'The token service refuses everything with 423.',
    form: { tokenRefused: 423 },
  },
  {
    id: 'answers-tell-message-and-causation',
    title: 'Answers name their message, conversation and causation by URNs.',
    form: {
      fields: () => ({
        'X-Message-Id': `urn:uuid:${randomUUID()}`,
        'X-Causation-Id': `urn:uuid:${randomUUID()}`,
        'X-Conversation': '"c;1", "c;2"',
      }),
    },
  },
  {
    id: 'answers-show-their-routing-slip',
    title: 'Answers show the routing slip that they went through, in a field of a thousand characters.',
    form: {
      fields: () => ({
        'X-Routing-Slip': Array.from({ length: 40 }, (_, i) => `step-${i};to="queue:${i}"`).join(', '),
      }),
    },
  },
  {
    id: 'answers-name-their-contract',
    title: 'Answers name the contract, its checksum and the generator.',
    form: { fields: () => ({ 'X-Contract': 'investing;v=1.0.0;sum=:cafe==:' }) },
  },
  {
    id: 'private-data-expire-at-zero',
    title: 'Private data are private and have Pragma and an Expires of 0.',
    form: { privateCache: 'private', fields: (r) => (r === 'guides' ? {} : { Pragma: 'no-cache', Expires: '0' }) },
  },
  {
    id: 'vary-names-fields-of-the-bus',
    title: 'The listing varies by fields of the bus besides.',
    form: { vary: 'X-Tenant, X-USER-ID, X-Contract-Version' },
  },
  {
    id: 'errors-carry-a-chain-of-causes',
    title: 'Errors carry a chain of causes, each with a responseId of its own.',
    form: {
      errorMembers: (text) => ({
        causes: [{ status: 599, responseId: randomUUID(), cause: { error: { message: text } } }],
      }),
    },
  },
  {
    id: 'errors-have-the-members-of-a-fault',
    title: 'Errors have faultcode, faultactor and detail besides.',
    form: { errorMembers: (text) => ({ faultcode: 'soap:Client', faultstring: text, faultactor: null, detail: {} }) },
  },
  {
    id: 'errors-count-redeliveries',
    title: 'Errors tell how often they were delivered and when next.',
    form: { errorMembers: () => ({ redelivered: 0, exhausted: false, nextDelivery: null }) },
  },
  {
    id: 'errors-have-a-hospital-ticket',
    title: 'Errors have a ticket of the error hospital, in capitals and another form.',
    form: { errorMembers: () => ({ ticket: `HOSP/${Date.now()}`, ward: ['A', 1] }) },
  },
  {
    id: 'messages-begin-with-a-fault-code',
    title: 'Messages begin with a qualified fault code.',
    form: { message: (text) => `soap:Client.Rejected: ${text}` },
  },
  {
    id: 'descriptions-are-xpaths',
    title: 'Descriptions of errors are expressions of XPath.',
    form: { description: () => "/env:Envelope/env:Body/*[local-name()='request'][1]/@id" },
  },
  {
    id: 'descriptions-quote-an-envelope',
    title: 'Descriptions of errors hold an envelope in XML.',
    form: { description: (text) => `<env:Fault><env:Reason xml:lang="en">${text}</env:Reason></env:Fault>` },
  },
  {
    id: 'tokens-tell-who-acts',
    title: 'Tokens have a chain of actors, as exchanged tokens have.',
    form: { claims: { act: { sub: 'facade', act: { sub: 'gateway' } }, may_act: { sub: 'bus' } } },
  },
  {
    id: 'token-header-names-a-content-type',
    title: 'The header of tokens has cty, typ in another case and a private member.',
    form: { tokenHeader: { cty: 'claims', typ: 'Jwt', 'urn:bus:hop': 3 } },
  },
  {
    id: 'key-id-is-an-object-identifier',
    title: 'The key id is an object identifier with dots.',
    form: { kid: '1.3.6.1.4.1.99999.7' },
  },
  { id: 'tokens-in-sha-512-over-pss', title: 'Tokens are signed with PS512.', form: { alg: 'PS512' } },
  {
    id: 'answers-leave-on-the-beat',
    title: 'The bus releases answers on a beat of forty milliseconds.',
    form: { delay: () => 40 - (Date.now() % 40) },
  },
  {
    id: 'one-message-of-a-group-at-a-time',
    title: 'Messages of one user are worked off one after the other.',
    form: { serial: true, delay: () => 8 },
  },
  {
    id: 'aggregates-wait-for-their-window',
    title: 'Private data are aggregated in a window of a fifth of a second.',
    form: { delay: (r) => (r === 'summaries' || r === 'notifications' ? 200 : 0) },
  },
  {
    id: 'thirteenth-message-meets-the-throttle',
    title: 'Every thirteenth read is a 429 of the throttle for consumers.',
    form: { shed: (n, m) => (m.method === 'GET' ? every(n, 13, shedPlainly(429)) : undefined) },
  },
  {
    id: 'shed-as-a-fault-in-xml',
    title: 'Every nineteenth request is a 503 with a fault in XML.',
    form: { shed: (n) => every(n, 19, { status: 503, type: 'application/soap+xml', body: fault }) },
  },
  {
    id: 'writes-meet-a-full-queue',
    title: 'Every fifth request that is not a read finds the queue full: 503.',
    form: { shed: (n, m) => (m.method === 'GET' ? undefined : every(n, 5, shedPlainly(503))) },
  },
  {
    id: 'pieces-end-at-braces',
    title: 'Bodies are chunked at closing braces.',
    form: { pieces: (body) => body.split(/(?<=\})/) },
  },
  {
    id: 'response-ids-mix-their-cases',
    title: 'Response ids mix capitals and small letters.',
    form: { responseId: () => randomUUID().replace(/[a-f]/g, (c, i) => (i % 2 ? c.toUpperCase() : c)) },
  },
];
