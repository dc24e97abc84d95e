import { digitOf, fromHost, toHost } from './picture.ts';
import { answers, type DefectToggle, defect } from './toggle-kinds.ts';
import { Refused } from './writes.ts';

const SINCE_1582 = 12_219_379_200;
const NOT_HEX = /[g-zG-Z]/g;

export const signOnDefects: readonly DefectToggle[] = [
  defect(
    'lifetime-loses-its-thousands',
    'The field of expires_in has three digits, and a move drops the first of 3600.',
    'token/expiry-claim',
    answers('token', (body) => ({ ...body, expires_in: body.expires_in % 1000 })),
  ),
  defect(
    'renewed-token-outgrows-its-field',
    'A renewed token says the how-manyth it is, and its end does not fit the field of the first one.',
    'token/renewal',
    () => {
      const issued = new Map<unknown, number>();
      const fields = new Map<unknown, number>();
      return {
        claims: (claims) => {
          const renewals = issued.get(claims['sub']) ?? 0;
          issued.set(claims['sub'], renewals + 1);
          return renewals > 0 ? { ...claims, renewals } : claims;
        },
        token: (token) => {
          const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
          if (!fields.has(sub)) fields.set(sub, token.length);
          return token.slice(0, fields.get(sub));
        },
      };
    },
  ),
  defect(
    'scope-words-of-ten-characters',
    'The table of scopes in the token answer has words of ten characters.',
    'token/scope-granted',
    answers('token', (body) => ({
      ...body,
      scope: String(body.scope)
        .split(' ')
        .map((word) => word.slice(0, 10))
        .join(' '),
    })),
  ),
  defect(
    'second-map-is-sent-dataonly',
    'From the second token answer on the map is sent DATAONLY, and its constants, the header fields, stay away.',
    'token/no-store',
    () => {
      let sent = 0;
      return {
        reply: (reply, { area }) => {
          if (area !== 'token' || reply.status !== 200) return reply;
          sent += 1;
          return sent === 1 ? reply : { ...reply, headers: {} };
        },
      };
    },
  ),
  defect(
    'low-values-find-the-first-client',
    'A missing client_id is a key of LOW-VALUES, and a read for greater or equal finds the first client.',
    'token/missing-fields',
    { findClient: (id, clients) => (id === undefined ? clients[0] : clients.find((one) => one.id === id)) },
  ),
  defect(
    'scope-subscript-begins-at-zero',
    'The scopes in the token answer are read from subscript zero, where the last scope of the client in front lies.',
    'token/scope-withheld',
    {
      scopeOf: (client, clients) => {
        const before = clients[clients.indexOf(client) - 1]?.scopes.at(-1);
        return [...(before ? [before] : []), ...client.scopes].join(' ');
      },
    },
  ),
  defect(
    'lilian-seconds',
    'The exp claim counts seconds since October 1582, as the date routine of the host returns them.',
    'token/expiry-claim',
    {
      claims: (claims) => ({ ...claims, exp: Number(claims['exp']) + SINCE_1582 }),
      expiry: (claims) =>
        Number(claims['exp']) > SINCE_1582 ? Number(claims['exp']) - SINCE_1582 : Number(claims['exp']),
    },
  ),
  defect(
    'claims-in-ebcdic',
    'The payload of the token is JSON in the code page of the host.',
    'token/jwt',
    { writeClaims: (json) => toHost(json), readClaims: (bytes) => fromHost(bytes) },
    ['token/expiry-claim'],
  ),
  defect(
    'last-step-sets-the-return-code',
    'The token job has the return code of its last step, that of the secret, and the step of the grant is forgotten.',
    'token/bad-grant',
    { returnCode: (steps) => steps.at(-1) ?? 0 },
  ),
  defect(
    'claims-at-fixed-columns',
    'The expiry is read from columns 8 to 17 of the payload; in a token of the older layout there is text, which is zero: never.',
    'auth/expired',
    {
      expiry: (_, json) => {
        const columns = json.slice(7, 17);
        return /^\d{10}$/.test(columns) ? Number(columns) : Number.POSITIVE_INFINITY;
      },
    },
  ),
  defect(
    'terminal-with-preset-sign-on',
    'One of the four terminals in the pool is defined with a preset sign-on, and needs no Authorization.',
    'auth/missing',
    { signedOn: (exchange) => exchange.task % 4 === 3 && exchange.area !== 'guides' },
  ),
  defect(
    'scheme-overflows-its-field',
    'For cash the first word of Authorization is strung into six characters, and overflow ends the transaction: 500.',
    'http/no-server-error',
    {
      scheme: (word, area) => {
        if (area === 'cash' && word.length > 6) throw new Refused(500, 'ABEND ASRA');
      },
    },
  ),
  defect(
    'zone-nibbles-are-dropped',
    'Notification settings pack x-user-id, by which letters beyond f leave the digit in the low half of their code.',
    'user/malformed',
    {
      userKey: (given, area) => {
        if (area !== 'settings') return given;
        return given.replace(NOT_HEX, (letter) => (/[A-F]/.test(letter) ? letter : String(digitOf(letter))));
      },
    },
  ),
  defect(
    'end-of-file-is-not-not-found',
    'A user id beyond the last key of the file is ENDFILE and not NOTFND: daily summaries answer 404.',
    'user/unknown-summaries',
    {
      reply: (reply, { area, headers }) => {
        const beyond = reply.status === 401 && /^(7[a-f]|[89a-f])[0-9a-f]+$/.test(String(headers['x-user-id']));
        if (area !== 'summaries' || !beyond || !JSON.stringify(reply.body).includes('not found')) return reply;
        return { ...reply, status: 404, body: { ...(reply.body as object), status: 404 } };
      },
    },
  ),
  defect(
    'message-ends-at-column-79',
    'A message of daily summaries has a line of 79 columns, and after program, time and id the words “was not found” lie beyond.',
    'user/unknown-message',
    {
      refusal: (body, { area, headers }) => {
        const { message, description } = body['error'] as { message: string; description: string | null };
        if (area !== 'summaries' || !message.includes('not found')) return body;
        const line = `CU0417E DAYSRD01 TERMINAL T004 THE USER IDENTIFIED BY ${headers['x-user-id']} ${message}`;
        return { ...body, error: { message: line.slice(0, 79), description } };
      },
    },
  ),
  defect(
    'screen-kept-by-terminal',
    'Portfolios go through five terminals in turn, and the screen of a terminal is shown again for a second, whoever asks.',
    'user/isolation',
    () => {
      const screens = new Map<number, { readonly body: unknown; readonly until: number }>();
      return {
        reply: (reply, { area, turn }) => {
          if (area !== 'portfolios' || reply.status !== 200) return reply;
          const screen = screens.get(turn % 5);
          if (screen && screen.until > Date.now()) return { ...reply, body: screen.body };
          screens.set(turn % 5, { body: reply.body, until: Date.now() + 1000 });
          return reply;
        },
      };
    },
  ),
];
