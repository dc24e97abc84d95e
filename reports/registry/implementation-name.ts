import type { Result } from '../../engine/result.ts';

/** What was certified: the name that the operator gave it, else the host and path of its base address. */
export function implementationName({ target }: Result): string {
  const given = target.implementation?.trim() ?? '';
  return given === '' ? hostAndPath(target.baseUrl) : given;
}

/** Without credentials, query and fragment; the address as it stands where it has no host. */
function hostAndPath(address: string): string {
  if (!URL.canParse(address)) return address;
  const { host, pathname } = new URL(address);
  return host === '' ? address : `${host}${pathname.replace(/\/+$/, '')}`;
}
