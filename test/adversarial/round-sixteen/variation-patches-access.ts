import { type Patch, refused } from './patch-kit.ts';

type Client = { id: string; secret: string; scope: string };
const status =
  (value: number, ...kinds: string[]): Patch =>
  (p) => {
    for (const kind of kinds) {
      const known = p.refusals[kind];
      if (known) p.refusals[kind] = { ...known, status: value };
    }
  };
const clients = (change: (client: Client, index: number) => Partial<Client>): Patch => {
  return (p) => {
    for (const [i, client] of (p.settings['clients'] as Client[]).entries()) Object.assign(client, change(client, i));
  };
};
const setting =
  (name: string, value: unknown): Patch =>
  (p) => {
    p.settings[name] = value;
  };

export const access: Record<string, Patch> = {
  'tokens-for-thirty-seven-minutes': setting('lifetime', 2220),
  'kid-is-a-phrase': setting('kid', 'the key of spring, second edition'),
  'claims-named-like-headers': setting('claims', { 'x-user-id': 'none', authorization: ['all'], 'cache-control': 0 }),
  'client-ids-hold-colons': clients(({ id }) => ({ id: `tenant:atrium:${id}` })),
  'secrets-hold-quotes-and-backslashes': clients(({ secret }) => ({ secret: `"${secret}\\n'{{x}}` })),
  'scope-words-hold-slashes-and-dots': clients(({ scope }) => ({ scope: `${scope} a/b.c svc.v2/read-all` })),
  'scopes-of-the-studio-besides': clients((client, i) => ({
    scope: i ? 'studio:design studio:nbg' : `studio:nbg ${client.scope}`,
  })),
  'audience-is-a-uuid': setting('audience', '0d9c5bb2-51b0-4d0e-9a0b-6a5ef2c8a311'),
  'token-refused-with-410': status(410, 'invalid_client', 'unsupported_grant_type'),
  'token-form-refused-with-415': status(415, 'invalid_request'),
  'token-desk-with-matrix-parameters': (p) => {
    p.settings['tokenPath'] = '/identity/token;tenant=atrium;v=2';
    p.flow('token').path = /^\/identity\/token;tenant=atrium;v=2$/;
  },
  'issued-token-type-is-named': (p) => {
    p.mappings['token'] = {
      issued_token_type: "'urn:ietf:params:oauth:token-type:access_token'",
      ...p.mappings['token'],
    };
  },
  'malformed-user-409': status(409, 'malformed-user'),
  'missing-user-418': (p) => {
    p.refusals['missing-user'] = { status: 418, message: 'x-user-id is missing' };
    for (const flow of p.flows) {
      const at = flow.steps.findIndex((step) => step.name === 'user-form');
      if (at >= 0) flow.steps.splice(at, 0, { validate: "header('x-user-id') <> null", otherwise: 'missing-user' });
    }
  },
  'unknown-user-423-on-writes': (p) => {
    p.refusals['locked-user'] = { status: 423, message: 'There is no account to write to' };
    for (const flow of ['address', 'orders']) {
      p.change(flow, 'user-known', { validate: 'user <> null', otherwise: 'locked-user' });
    }
  },
  'malformed-guide-418': status(418, 'malformed-guide'),
  'refused-bodies-406': status(406, 'wrong-form', 'wrong-type', 'unreadable'),
  'bounds-refused-with-402': status(402, 'bounds', 'country'),
  'media-type-refused-409': status(409, 'media-type'),
  'unknown-method-409': status(409, 'no-method'),
  'unknown-route-lists-flows': (p) => {
    p.refusals['no-route'] = {
      status: 404,
      message: `No flow is here; flows are ${p.flows.map((f) => f.name).join(', ')}`,
    };
  },
  'messages-end-in-line-breaks': refused((document) => {
    document.error.message = `\n${document.error.message}\r\n`;
  }),
  'errors-carry-their-flow': refused((document, _given, _scope, flow) => {
    Object.assign(document, { flow, step: 7, trail: [{ table: 'verdict', row: null }], data: null });
  }),
  'descriptions-hold-decisions-as-json': refused((document) => {
    document.error.description = JSON.stringify({ table: 'verdict', hit: 'first', rows: [1, 2] });
  }),
};
