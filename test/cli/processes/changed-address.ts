import { setTimeout as sleep } from 'node:timers/promises';
import { referenceProfile } from '../../../fixtures/profiles/reference.ts';
import { overrideHandler, startReference } from '../../../fixtures/reference/index.ts';
import { variablesOf } from '../command.ts';
import { until } from './ending.ts';

/** The arguments of a run that changes the address again and again, and takes seconds. */
export const changingAddress = ['--no-allure', '--allow', 'writes', '--only', 'address/accepted'];

/**
 * A reference that takes long for an update, so that a run ends while it has changed the address.
 */
export async function startChanging() {
  const stored: string[] = [];
  let isSlow = true;
  let requests = 0;
  let addresses: ReadonlyMap<string, unknown> = new Map();
  const slow = overrideHandler('address', (original) => async (visit, admission) => {
    addresses = visit.world.addresses;
    requests += 1;
    if (stored.length === 0) stored.push(JSON.stringify([...addresses]));
    if (isSlow) await sleep(150);
    const answer = await original(visit, admission);
    stored.push(JSON.stringify([...addresses]));
    return answer;
  });
  const reference = await startReference({ compose: slow });
  const { addressReadBack } = referenceProfile;
  const [method = '', path = ''] = addressReadBack?.endpoint.split(' ') ?? [];
  const profile = {
    endpoints: [{ area: 'users', method, path, takesUser: true }],
    addressReadBack,
  };
  return {
    variables: variablesOf(reference),
    config: `export default ${JSON.stringify({ profile })};`,
    close: () => reference.close(),
    /**
     * Resolves while an update is in progress, after another one has changed the address. From now
     * on, updates are fast.
     */
    changed: async () => {
      await until(() => stored.some((text) => text !== stored[0]));
      await sleep(50);
      isSlow = false;
    },
    isRestored: () => stored.length > 1 && JSON.stringify([...addresses]) === stored[0],
    /** How many requests for the address arrived until now. */
    requests: () => requests,
  };
}
