import { forAnotherHost, forLoopback } from '../../fixtures/hostile/certificates.ts';
import { startProxy, startTlsFront } from '../network/proxy.ts';

/**
 * The URLs of a target behind TLS: on loopback, and at a host name that only the proxy resolves.
 */
export interface Fronts {
  readonly direct: string;
  readonly behindProxy: string;
  readonly proxy: string;
  /** The authorities of both, as PEM. */
  readonly ca: string;
}

// Runs TLS and the proxy in a separate process, so its CPU time does not count as that of the
// harness.
const front = await startTlsFront(process.argv[2] ?? '', forLoopback);
const proxy = await startProxy({ inspects: forAnotherHost });
process.on('disconnect', () => process.exit());
process.send?.({
  direct: `https://127.0.0.1:${front.port}`,
  behindProxy: `https://other.example:${front.port}`,
  proxy: proxy.url,
  ca: `${forLoopback.cert}${forAnotherHost.cert}`,
} satisfies Fronts);
