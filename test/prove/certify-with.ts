import type { Catalogue } from '../../engine/catalogue/catalogue.ts';
import type { Config } from '../../engine/config/config.ts';
import { type Exchange, wasSent } from '../../engine/exchange/exchange.ts';
import type { Part } from '../../engine/outcome/part.ts';
import type { Result } from '../../engine/result.ts';
import { type Compose, startReference } from '../../fixtures/reference/index.ts';
import { certifyTarget, configFor } from '../engine/session/in-process.ts';
import { simulate } from '../simulation/simulate.ts';

export interface Outcome {
  readonly result: Result;
  readonly part: Part;
  /** Indices of the cases that were sent, by `requirement|endpoint`. */
  readonly sentCases: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Certifies the reference with these changes: simulated, or over real HTTP. */
export async function certifyWith(
  catalogue: Catalogue,
  config: Partial<Config>,
  compose: Compose | readonly Compose[],
  isHttp: boolean,
): Promise<Outcome> {
  const sentCases = new Map<string, Set<number>>();
  const onExchange = (exchange: Exchange) => {
    const { requirement, endpoint, index, step } = exchange.key;
    if (step !== 'case' || !wasSent(exchange)) return;
    const unit = `${requirement}|${endpoint}`;
    const known = sentCases.get(unit);
    if (known) known.add(index);
    else sentCases.set(unit, new Set([index]));
  };
  // Without the evidence, which would take a tenth more time.
  const { result, part } = isHttp
    ? await certifyOverHttp(catalogue, config, compose, onExchange)
    : await simulate({ config, compose, catalogue, onExchange });
  return { result, part, sentCases };
}

async function certifyOverHttp(
  catalogue: Catalogue,
  changes: Partial<Config>,
  compose: Compose | readonly Compose[],
  onExchange: (exchange: Exchange) => void,
): Promise<Omit<Outcome, 'sentCases'>> {
  const reference = await startReference({ compose });
  try {
    return await certifyTarget(configFor(reference, changes), { catalogue, onExchange });
  } finally {
    await reference.close();
  }
}
