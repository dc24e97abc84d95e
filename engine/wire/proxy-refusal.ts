import { type HttpProxy, see } from '../config/index.ts';
import { type Answer, fieldValues, type Lost } from '../exchange/index.ts';
import { withoutQuoted } from '../judging/answer.ts';
import { untrustedCode } from './trust.ts';

export type ProxyRequest = Readonly<{
  proxy: HttpProxy;
  host: string;
}>;

export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly lost: Lost;

  constructor(asked: ProxyRequest, problem: Problem) {
    const lost = lostAtProxy(asked, problem);
    super(lost.detail);
    this.lost = lost;
  }
}

/**
 * A status with the schemes of Proxy-Authenticate, the code of an error, or milliseconds without a
 * response.
 */
export type Problem = Readonly<
  { status: number; schemes?: readonly string[] } | { code: string } | { waitedMs: number }
>;

export const proxyName = (proxy: HttpProxy) => `the proxy ${shown(proxy)}`;

const shown = ({ url, variable }: HttpProxy) => `${new URL(url).origin} (${variable})`;

export const lostAtProxy = (asked: ProxyRequest, problem: Problem): Lost => ({
  lost: 'proxy',
  detail: `The proxy ${shown(asked.proxy)} ${said(asked, problem)} ${see('proxy')}`,
});

const exempt = 'list the host in NO_PROXY';

function said({ proxy, host }: ProxyRequest, problem: Problem) {
  const { variable } = proxy;
  if ('waitedMs' in problem) {
    return (
      `opens no connection to ${host} within ${problem.waitedMs} ms. ` +
      `Check ${variable} and that the proxy reaches the host, or ${exempt}.`
    );
  }
  if ('code' in problem) return failed(host, variable, problem.code);
  const { status, schemes = [] } = problem;
  if (status === 407) return unauthenticated(proxy, host, schemes);
  if (status >= 500) {
    return (
      `does not reach ${host} (${status}). ` +
      `Check that the host is right and that the proxy may connect to it, or ${exempt}.`
    );
  }
  const cure = `Ask its operator to allow the host, or ${exempt}.`;
  return `refuses to connect to ${host} (${status}). ${cure}`;
}

function unauthenticated(proxy: HttpProxy, host: string, schemes: readonly string[]) {
  const { variable } = proxy;
  const { protocol, host: own, username } = new URL(proxy.url);
  const offered = schemes.length === 0 ? '' : `; it accepts ${schemes.join(', ')}`;
  const refuses = `refuses to connect to ${host} (407${offered})`;
  if (schemes.length > 0 && !schemes.some((scheme) => /^basic$/i.test(scheme))) {
    const cure = `set ${variable} to a proxy that accepts it, or ${exempt}`;
    return `${refuses}. The harness can send only Basic: ${cure}.`;
  }
  const cure =
    username === '' ? 'Set the user and the password' : 'Correct the user and the password';
  return `${refuses}. ${cure} in ${variable}: ${protocol}//USER:PASSWORD@${own}.`;
}

const isNoTls = /^(EPROTO|ERR_SSL|ERR_TLS|ERR_OSSL)|ALT_?NAME|HOSTNAME_MISMATCH/;

function failed(host: string, variable: string, code: string) {
  if (untrustedCode.test(code)) {
    const cure = `Set network.ca to the PEM file of its authority, or check ${variable}.`;
    return `has a certificate that is not trusted (${code}). ${cure}`;
  }
  if (isNoTls.test(code))
    return `does not complete the TLS handshake (${code}). Check ${variable}: its scheme and host.`;
  if (/^HPE_/.test(code))
    return `sends bytes that are not HTTP (${code}). Check ${variable}: its scheme and port.`;
  if (/^(ENOTFOUND|EAI_)/.test(code)) return `does not resolve (${code}). Check ${variable}.`;
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/.test(code)) {
    return `is not reachable (${code}). Check that it runs, and check ${variable}.`;
  }
  const cure = `Check ${variable}, or ${exempt}.`;
  return `closes the connection instead of connecting to ${host} (${code}). ${cure}`;
}

const ownStatuses: ReadonlySet<number> = new Set([403, 502, 504]);

/**
 * Any 407 (RFC 9110 section 15.5.8), Squid's error pages, and, if the proxy reads the requests
 * (`isForwarded`), errors by RFC 9209 and pages with the statuses above, which the target may have
 * sent too.
 */
export function lostToProxy(
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  asked: ProxyRequest,
  isForwarded: boolean,
): Lost | undefined {
  const field = (name: string) => fieldValues(headers, name);
  const isJson = field('content-type').some((type) => /json/i.test(type));
  const isOwn =
    status === 407 ||
    (status >= 400 && field('x-squid-error').length > 0) ||
    (isForwarded &&
      status >= 400 &&
      field('proxy-status').some((value) => /;\s*error=/i.test(value))) ||
    (isForwarded && ownStatuses.has(status) && !isJson);
  return isOwn
    ? lostAtProxy(asked, { status, schemes: schemesIn(field('proxy-authenticate')) })
    : undefined;
}

export function schemesIn(lines: readonly string[]) {
  const elements = lines.flatMap((line) => withoutQuoted(line).split(','));
  const schemes = elements.flatMap(
    (element) => /^\s*([\w-]{1,20})(?=\s+[^\s=]|\s*$)/.exec(element)?.[1] ?? [],
  );
  return [...new Set(schemes)].slice(0, 5);
}
