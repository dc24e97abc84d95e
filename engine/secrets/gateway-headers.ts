import type { Network } from '../config/config.ts';
import type { Vault } from './vault.ts';

/** An operator marks other headers in `secretHeaders`. */
const credentialName =
  /auth|cookie|credential|jwt|key|pass|pwd|secret|session|sign|token|assertion|verify/i;
/** RFC 9110 section 11.4, whatever the name of the header. */
const withScheme = /^(?:basic|bearer|digest|negotiate|api-?key)\s+\S/i;

/**
 * As `gateway:NAME`. Other values are no secrets: correct responses may contain them, such as a
 * media type or the name of a partner.
 */
export function registerGatewayHeaders(
  vault: Vault,
  { headers, secretHeaders = [] }: Network,
): void {
  const marked = new Set(secretHeaders.map((name) => name.toLowerCase()));
  for (const [name, value] of Object.entries(headers)) {
    const isSecret =
      marked.has(name.toLowerCase()) || credentialName.test(name) || withScheme.test(value);
    if (!isSecret) continue;
    // In `Basic ...`, the credentials are also secret without the scheme.
    for (const part of [value.split(/\s+/).at(-1) ?? '', value])
      vault.set(`gateway:${name}`, part, 'secret');
  }
}
