import { see } from '../../engine/config/troubleshooting.ts';
import { ConfigError } from './config-error.ts';

/**
 * The variable that turns off the verification of certificates in every Node process, and the value
 * that does so.
 */
const [variable, off] = ['NODE_TLS_REJECT_UNAUTHORIZED', '0'] as const;

/**
 * Throws a `ConfigError` if this process accepts any certificate. The harness verifies certificates
 * all the same, but the operator expects that it does not, and needs the right setting. A
 * configuration file may set the variable too.
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
