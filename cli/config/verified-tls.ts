import { see } from '../../engine/config/troubleshooting.ts';
import { ConfigError } from './config-error.ts';

const [variable, off] = ['NODE_TLS_REJECT_UNAUTHORIZED', '0'] as const;

/**
 * The harness verifies certificates all the same, but who sets this expects otherwise and needs the
 * right setting. A configuration file may set it too.
 */
export function requireVerifiedTls(): void {
  if (process.env[variable] !== off) return;
  throw new ConfigError([
    {
      key: variable,
      source: variable,
      found: `${off}, which accepts any certificate`,
      accepted: 'certificates that are verified',
      cure: `Unset it. To trust a private authority, set network.ca to its PEM file. ${see('certificates')}`,
    },
  ]);
}
