import { type Config, see, suspected } from '../../config/index.ts';
import { type Answered, type Exchange, isAnswered, type LostWhy } from '../../exchange/index.ts';
import { isLoadShedding, isServerError, isSuccess, summarize } from '../../judging/answer.ts';
import { untrustedCode } from '../../wire/trust.ts';

type Setting = 'target.baseUrl (M2M_BASE_URL)' | 'target.authUrl (M2M_AUTH_URL)';

const onlyHttp2 =
  'If it speaks only HTTP/2, put a proxy that accepts HTTP/1.1 in front of it, and set its URL';
const clientCertificate = 'requires a client certificate. Set network.clientCertificate';

const tlsProblems: readonly (readonly [code: RegExp, problem: string])[] = [
  [/NO_APPLICATION_PROTOCOL/, `refuses HTTP/1.1. ${onlyHttp2} in`],
  [/ALERT_(BAD_|UNKNOWN_|NO_)?C(A|ERT)|HANDSHAKE_FAILURE/, `${clientCertificate}, or check`],
  [
    /EXPIRED|NOT_YET_VALID/,
    'has a certificate that is not valid today. Renew the certificate, or check',
  ],
  [/ALT_?NAME|HOSTNAME_MISMATCH/, 'has a certificate for another host. Check'],
  [
    untrustedCode,
    'has a certificate that is not trusted. ' +
      'Set network.ca to the PEM file of its authority, or check',
  ],
  [/^/, 'does not complete the TLS handshake. Check'],
];

const silences: Partial<Record<LostWhy, string>> = {
  'unresolved-name': 'does not resolve. Check',
  'refused-connection': 'refuses connections. Check that the server runs, and check',
  timeout:
    'does not respond. ' +
    'Check that the server runs and that no firewall blocks this machine, and check',
  closed:
    'closes the connection without a response. ' +
    'If it requires a client certificate, set network.clientCertificate, or check',
  'invalid-http': `sends bytes that are not HTTP/1.1. ${onlyHttp2} in`,
};

export function unreachable({ answer }: Exchange, url: string, setting: Setting) {
  if (!('lost' in answer)) return undefined;
  const { lost, detail } = answer;
  if (lost === 'proxy') return detail;
  const said =
    lost === 'tls' ? tlsProblems.find(([code]) => code.test(detail))?.[1] : silences[lost];
  if (said === undefined) return undefined;
  const [problem, ...cure] = said.split('. ');
  const { host, hostname } = new URL(url);
  const where = see(lost === 'tls' ? 'certificates' : 'urls');
  const name = lost === 'unresolved-name' ? hostname : host;
  return `${name} ${problem} (${detail}). ${cure.join('. ')} ${setting}. ${where}`;
}

export function refusedConnection(answered: Answered, url: string, setting: Setting) {
  const { status, body } = answered.answer;
  const { text = '' } = body;
  const said = `(${summarize(answered)})`;
  if (isSuccess(answered)) return undefined;
  if (/(client|SSL) certificate/i.test(text))
    return `${new URL(url).host} ${clientCertificate} ${said}. ${see('certificates')}`;
  const isHttp2 = status === 505 || status === 426 || /\bALPN\b|HTTP\/2/.test(text);
  return isHttp2
    ? `${new URL(url).host} refuses HTTP/1.1 ${said}. ${onlyHttp2} in ${setting}. ${see('urls')}`
    : undefined;
}

/** A portal may return one for every path. */
export const isPage = ({ answer: { body } }: Answered) =>
  /^\s*<(?:!doctype html|html)\b/i.test(body.text ?? '');

export function tokenObstacle(
  exchange: Exchange,
  { target, suspicions }: Pick<Config, 'target' | 'suspicions'>,
) {
  const setting = 'target.authUrl (M2M_AUTH_URL)';
  if (!isAnswered(exchange)) return unreachable(exchange, target.authUrl, setting);
  const refused = refusedConnection(exchange, target.authUrl, setting);
  const isOurs =
    isServerError(exchange) ||
    isLoadShedding(exchange) ||
    (isSuccess(exchange) && !isPage(exchange));
  if (refused !== undefined || isOurs) return refused;
  const { status, body } = exchange.answer;
  const said = summarize(exchange);
  if (status < 400 || [404, 405, 410].includes(status) || isPage(exchange)) {
    const why = `is not a token endpoint: it responds with ${said}`;
    return `${target.authUrl} ${why}. Check ${setting}. ${see('urls')}`;
  }
  if (/audience|invalid_target/i.test(body.text ?? '')) {
    const doubt = suspected(['target.audience'], suspicions);
    return (
      `The token endpoint refuses the audience "${target.audience}": ${said}.${doubt} ` +
      `Check target.audience (M2M_AUDIENCE). ${see('credentials')}`
    );
  }
  const doubt = suspected(['clients.scoped', 'target.audience'], suspicions);
  return (
    `The token endpoint refuses the client: ${said}.${doubt} Check clients.scoped.id ` +
    `(M2M_CLIENT_ID) and clients.scoped.secret (M2M_CLIENT_SECRET). ${see('credentials')}`
  );
}

export function apiObstacle(
  answered: Answered,
  location: string | undefined,
  user: 'unknown' | 'removed' | 'irrelevant',
  { target, clients, suspicions }: Pick<Config, 'target' | 'clients' | 'suspicions'>,
) {
  const said = summarize(answered);
  const url = `target.baseUrl (M2M_BASE_URL), which is ${target.baseUrl}`;
  if (location !== undefined)
    return `Every endpoint redirects, the first to ${location}. Check ${url}. ${see('urls')}`;
  if (user === 'unknown') {
    return (
      `The API refuses the first user: ${said}. Check users.first (M2M_USER_ID): ` +
      `the user must exist, and the client must have access to it. ${see('test-user')}`
    );
  }
  if (user === 'removed') {
    return (
      'The API says that x-user-id is missing or malformed, although each request contains it: ' +
      `${said}. Check users.first (M2M_USER_ID), and that no gateway removes the header. ` +
      see('test-user')
    );
  }
  const { status } = answered.answer;
  if (status === 404 || isSuccess(answered))
    return `Every endpoint responds with ${said}. Check ${url}. ${see('urls')}`;
  if (status !== 401) {
    return (
      `Every endpoint refuses the well-formed request: ${said}. Check that the client and the ` +
      'first user (M2M_USER_ID) have access, that no gateway refuses this machine, and ' +
      `${url}. ${see('credentials')}`
    );
  }
  return clients.scoped === undefined
    ? `The API refuses the access token: ${said}.${suspected(['tokens.scoped'], suspicions)} ` +
        `Check that tokens.scoped (M2M_TOKEN) is valid for this API. ${see('credentials')}`
    : `The API refuses the access token for the audience "${target.audience}": ${said}. ` +
        'Check target.audience (M2M_AUDIENCE) and target.authUrl (M2M_AUTH_URL), that no proxy ' +
        'removes Authorization, and that nothing else requests tokens for the same client. ' +
        see('credentials');
}
