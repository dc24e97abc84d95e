import type { Result } from '../../engine/result.ts';

/**
 * Returns the name of the implementation that the operator configured, or else the host and path of
 * its base URL.
 */
export function implementationName({ target }: Result): string {
  const given = target.implementation?.trim() ?? '';
  return given === '' ? hostAndPath(target.baseUrl) : given;
}

/**
 * Removes scheme, credentials, query and fragment. Returns the string unchanged if it is not a URL
 * with a host.
 */
function hostAndPath(address: string): string {
  if (!URL.canParse(address)) return address;
  const { host, pathname } = new URL(address);
  return host === '' ? address : `${host}${pathname.replace(/\/+$/, '')}`;
}
