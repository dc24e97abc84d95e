import type { Json } from './batch.ts';
import type { Exits } from './exits.ts';
import { answers, headers, type Loose, type VariationToggle, variation } from './toggle-kinds.ts';

const error = (
  change: (error: { message: string; description: string | null }, body: Json) => Json,
): Partial<Exits> => ({
  refusal: (body) => ({ ...body, ...change(body['error'] as { message: string; description: string | null }, body) }),
});
/** Gives refusals of one kind another status. */
const status = (from: number, to: number, words: string): Partial<Exits> => ({
  reply: (reply, { area }) => {
    if (reply.status !== from || area === 'token' || !JSON.stringify(reply.body).includes(words)) return reply;
    return { ...reply, status: to, body: { ...(reply.body as Json), status: to } };
  },
});
const screen = (lines: readonly string[]): string[] =>
  Array.from({ length: 24 }, (_, at) => (lines[at] ?? '').padEnd(80));
const variant = (digits: string): Partial<Exits> => ({
  refusal: (body) => ({
    ...body,
    responseId: String(body['responseId']).replace(
      /^(.{19})./,
      (_, before) => before + digits[Math.floor(Math.random() * digits.length)],
    ),
  }),
});
/** Adds members to every object that stands in a list. */
const adding = (members: (object: Loose) => Json) => {
  const walk = (value: Loose): Loose => {
    if (Array.isArray(value))
      return value.map((one) =>
        one && typeof one === 'object' && !Array.isArray(one) ? { ...members(one), ...walk(one) } : walk(one),
      );
    if (value && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one)]));
    return value;
  };
  return walk;
};
const everywhere = (change: (body: Loose) => unknown): Partial<Exits> => ({
  reply: (reply, { area }) =>
    reply.status === 200 && area !== 'token' && area !== 'none' && area !== 'address'
      ? { ...reply, body: change(reply.body) }
      : reply,
});
export const formVariations: readonly VariationToggle[] = [
  variation(
    'fields-in-capitals-besides',
    'Every object of a list has the fields of its copybook besides, in capitals and as texts.',
    everywhere(
      adding((one) =>
        Object.fromEntries(Object.keys(one).map((name) => [name.toUpperCase(), `PIC X(${name.length})`])),
      ),
    ),
  ),
  variation(
    'objects-hold-fillers',
    'Every object of a list begins with a filler of two hundred spaces.',
    everywhere(adding(() => ({ FILLER: ' '.repeat(200) }))),
  ),
  variation('records-of-eighty-bytes', 'Every JSON text is filled up with spaces to a multiple of eighty bytes.', {
    wire: (bytes) => Buffer.concat([bytes, Buffer.alloc((80 - (bytes.length % 80)) % 80, ' ')]),
  }),
  variation(
    'errors-carry-abend-codes',
    'Errors have an abend code, two return codes and a condition besides.',
    error((inner) => ({
      error: { ...inner, code: 12 },
      abend: 'ASRA',
      returnCode: 8,
      reasonCode: '0000000C',
      condition: null,
    })),
  ),
  variation(
    'messages-behind-numbers',
    'Messages stand behind their number and the time.',
    error((inner) => ({
      error: { ...inner, message: `DFHCU0417E ${new Date().toISOString().slice(11, 19)} ${inner.message}` },
    })),
  ),
  variation(
    'messages-of-fixed-length',
    'Messages are padded with spaces to 120 characters.',
    error((inner) => ({ error: { ...inner, message: inner.message.padEnd(120) } })),
  ),
  variation(
    'response-ids-of-the-apollo-variant',
    'Response ids are of the variant of the Apollo network computing system.',
    variant('01234567'),
  ),
  variation(
    'response-ids-of-the-microsoft-variant',
    'Response ids are of the variant that RFC 9562 reserves for Microsoft.',
    variant('cd'),
  ),
  variation('unknown-user-417', 'An unknown user is 417 except on daily summaries.', status(404, 417, 'user was not')),
  variation('malformed-user-421', 'A missing or malformed user id is 421.', status(400, 421, 'x-user-id')),
  variation('refused-bodies-428', 'A body of a wrong shape is 428.', status(422, 428, 'is to be')),
  variation('media-type-refused-424', 'A body of another media type is 424.', status(415, 424, 'application')),
  variation('malformed-guide-406', 'A malformed guide id is 406.', status(400, 406, 'guide id')),
  variation(
    'order-is-a-screen',
    'An order is answered with a screen, 24 lines of eighty columns.',
    answers('orders', (body) => screen(['ORDR    ACCEPTED', `ISIN ===> ${body.isin}`])),
  ),
  variation('update-tells-return-codes', 'An address update is answered with return code and reason code nought.', {
    reply: (reply, { area, method }) =>
      area === 'address' && method === 'PATCH' && reply.status === 200
        ? { ...reply, body: { returnCode: 0, reasonCode: 0, error: null } }
        : reply,
  }),
  variation(
    'insights-are-a-screen',
    'Analyst insights are a screen, 24 lines of eighty columns.',
    answers('insights', (body) => screen(body.insights.map((one: Loose) => `${one.asset}  ${one.text}`))),
  ),
  variation(
    'cash-is-a-print-file',
    'Cash is one text with page headings, form feeds and columns.',
    answers('cash', (body) => `\fPAGE 1\r\n${JSON.stringify(body.balances[0]).padStart(60)}\r\n\fEND OF REPORT`),
  ),
  variation(
    'portfolios-are-a-dump',
    'Portfolios are a dump, lines of an offset and of bytes in hexadecimal.',
    answers('portfolios', (body) => {
      const hex = Buffer.from(JSON.stringify(body)).toString('hex');
      return (hex.match(/.{1,32}/g) ?? []).map((line, at) => `${(at * 16).toString(16).padStart(6, '0')} ${line}`);
    }),
  ),
  variation(
    'answers-name-their-transaction',
    'Answers name region, terminal and transaction in a field that comes three times.',
    headers(() => ({ 'X-Eib': ['TRMID=T004', 'TRNID=LGDE', 'RESP=NORMAL'] })),
  ),
];
