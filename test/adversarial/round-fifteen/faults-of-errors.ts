import { randomBytes } from 'node:crypto';
import type { FaultyToggle, Json } from './layer.ts';

/** A byte in hexadecimal as of a signed number, which fills the upper bits with its sign. */
const signedHex = (byte: number): string => {
  const hex = byte.toString(16).padStart(2, '0');
  return byte < 128 ? hex : `ffffff${hex}`;
};

export const faultsOfErrors: readonly FaultyToggle[] = [
  {
    id: 'refused-stream-is-a-server-sent-event',
    title: 'Analyst insights are marshalled as a stream, and their errors as one event of text/event-stream',
    breaks: 'errors/json',
    layer: () => ({
      reply: (reply, { endpoint }) =>
        endpoint === 'insights' && reply.status >= 400
          ? {
              ...reply,
              headers: { ...reply.headers, 'content-type': 'text/event-stream' },
              text: `event: rejection\ndata: ${JSON.stringify(reply.body)}\n\n`,
            }
          : reply,
    }),
  },
  {
    id: 'sum-codec-names-the-case-around-it',
    title: 'The derived codec of a sum writes an error of the single guide as the one member of an object, its case',
    breaks: 'errors/shape',
    layer: () => ({
      apiError: (error, { kind }, { endpoint }) => (endpoint === 'guide' ? { [`Rejected.${kind}`]: error } : error),
    }),
  },
  {
    id: 'optional-description-is-a-list-of-at-most-one',
    title: 'The derived codec writes an optional description as a list of at most one element',
    breaks: 'errors/shape',
    layer: () => ({
      apiError: (error) => ({ ...error, error: { ...(error['error'] as Json), description: [] } }),
    }),
  },
  {
    id: 'status-of-the-first-of-several-rejections',
    title:
      'The body of a refused address update tells the status of the first rejection in the list, which is that of the method of the other branch',
    breaks: 'errors/status-matches',
    layer: () => ({
      apiError: (error, _, { endpoint }) => (endpoint === 'address' ? { ...error, status: 405 } : error),
    }),
  },
  {
    id: 'bytes-of-a-response-id-carry-their-sign',
    title: 'The bytes of a responseId are signed, and from 80 on they are written with six fs in front',
    breaks: 'errors/response-id-uuid',
    layer: () => ({
      responseId: () => {
        const bytes = [...randomBytes(15), 0xa7];
        const part = (from: number, to: number): string => bytes.slice(from, to).map(signedHex).join('');
        return [part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 16)].join('-');
      },
    }),
  },
  {
    id: 'unmatched-path-wants-a-body-of-the-last-branch',
    title: 'Of all branches that reject an unknown path, the last one misses a body, and its rejection is used: 415',
    breaks: 'errors/unknown-route',
    layer: () => ({
      reject: (rejection) =>
        rejection.kind === 'route' ? rejection.with(415, 'The media type is not supported.') : rejection,
    }),
  },
  {
    id: 'streamed-portfolios-are-a-json-sequence',
    title: 'Portfolios are streamed as application/json-seq, each behind a record separator',
    breaks: 'http/json-media-type',
    layer: () => ({
      reply: (reply, { endpoint }) => {
        if (endpoint !== 'portfolios' || reply.status !== 200) return reply;
        const records = (reply.body as Json)['portfolios'] as Json[];
        const text = records.map((one) => `\u001e${JSON.stringify(one)}\n`).join('');
        return { ...reply, headers: { ...reply.headers, 'content-type': 'application/json-seq' }, text };
      },
    }),
  },
  {
    id: 'type-of-the-case-and-member-named-type',
    title: 'The codec of a sum writes the case as the member type, and portfolios have a member of that name already',
    breaks: 'http/json-interoperable',
    layer: () => ({
      reply: (reply, { endpoint }) =>
        endpoint === 'portfolios' && reply.status === 200
          ? { ...reply, text: JSON.stringify(reply.body).replace('{', '{"type":"PortfolioView",') }
          : reply,
    }),
  },
  {
    id: 'large-answers-are-left-to-the-edge',
    title: 'Answers of more than 3,000 characters are left to the edge, for which they are marked public',
    breaks: 'http/private-data-not-shared',
    layer: () => ({
      reply: (reply, { endpoint }) =>
        ['summaries', 'portfolios', 'notifications', 'cash'].includes(endpoint) &&
        reply.status === 200 &&
        JSON.stringify(reply.body).length > 3000
          ? { ...reply, headers: { ...reply.headers, 'cache-control': 'public, no-cache' } }
          : reply,
    }),
  },
];
