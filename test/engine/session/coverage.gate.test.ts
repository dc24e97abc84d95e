import { describe, expect, test } from 'vitest';
import { predictNotRun } from '../../../cli/commands/doctor.ts';
import type { Config, RunFacts } from '../../../engine/index.ts';
import { areas } from '../../../engine/schema/vocabulary.ts';
import { override } from '../../../fixtures/reference/index.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { sample, scopeIsGate } from '../../scope.ts';
import { simulate } from '../../simulation/simulate.ts';
import { config } from '../samples.ts';
import { fullConfigFor, judgedAgain, outcomeLines } from './in-process.ts';

type Change = (config: Config) => Config;

function without<Name extends keyof Config>(
  part: Name,
  ...names: readonly (keyof Config[Name])[]
): Change {
  return (config) => ({
    ...config,
    [part]: Object.fromEntries(
      Object.entries(config[part] as object).filter(([name]) => !names.includes(name as never)),
    ),
  });
}

const inOneLanguage: Change = (config) => ({
  ...config,
  users: { ...config.users, sameLanguage: true },
});
const givenToken = 'a-token-of-the-operator';
const givingToken: Change = (config) => ({
  ...config,
  clients: {},
  tokens: { ...config.tokens, scoped: givenToken },
});
const acceptingIt = override(
  'verify',
  (original) => async (visit, token) =>
    token === givenToken ? { scope: 'service:nbg' } : original(visit, token),
);
const scopeChecks = ['token/scope-withheld', 'scope/guides-required', 'scope/forged-scope'];
const readingBack = ['address/overwrites', 'address/isolation', 'address/refused-unchanged'];
const forbidding =
  (name: 'writes' | 'orders'): Change =>
  (config) => ({ ...config, allow: { ...config.allow, [name]: false } });

/** Missing configuration, with some of the requirements that it leaves out. */
const omissions: readonly (readonly [
  what: string,
  change: Change,
  leavesOut: readonly string[],
])[] = [
  ['nothing', (config) => config, []],
  ['the unscoped client', without('clients', 'unscoped'), scopeChecks],
  [
    'the second user',
    without('users', 'second'),
    ['user/isolation', 'guides/localised', 'address/isolation'],
  ],
  ['the second language', inOneLanguage, ['guides/localised', 'notifications/localised']],
  ['the user of another client', without('users', 'foreign'), ['user/foreign-client']],
  ['whoever is denied', without('users', 'denied'), ['summaries/forbidden']],
  ['the expired token', without('tokens', 'expired'), ['auth/expired']],
  ['the token for another audience', without('tokens', 'otherAudience'), ['auth/other-audience']],
  ['the key set', without('target', 'jwksUrl'), ['auth/forged-key-confusion']],
  ['the read-back', without('profile', 'addressReadBack'), readingBack],
  ['the user-creation step', without('profile', 'userCreation'), ['notifications/on-creation']],
  ['writes', forbidding('writes'), ['address/accepted', 'notifications/on-creation']],
  ['orders', forbidding('orders'), ['orders/accepted']],
  ['a given token in place of a client', givingToken, ['token/issued', 'token/renewal']],
];

test.each(omissions)(
  'a run without %s leaves out exactly the predicted requirements',
  { timeout: 240_000 },
  async (what, change, leavesOut) => {
    const isWhole = scopeIsGate && what === 'nothing';
    let given: Config | undefined;
    let facts: RunFacts | undefined;
    const { result } = await simulate({
      compose: acceptingIt,
      config: isWhole ? {} : { only: [...leavesOut, 'cash/ok', 'guides/*'] },
      configured: (server, changes) => {
        given = change(fullConfigFor(server, { ...changes, network: config().network }));
        return given;
      },
      onFacts: (found) => {
        facts = found;
      },
    });
    if (!facts || !given) throw new Error('the run found nothing out');
    const foretold = predictNotRun(catalogue, given, facts).map(
      ({ id, reason }) => `${id}: ${reason}`,
    );
    const left = result.requirements.filter(({ outcome }) => outcome === 'not-run');
    expect(left.map(({ id, reason }) => `${id}: ${reason}`)).toEqual(foretold);
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([...leavesOut]));
  },
);

describe('an area that is claimed alone', () => {
  test.each(sample('areas claimed alone', areas, 2))('%s', async (area) => {
    const { result, evidence } = await simulate({
      configured: fullConfigFor,
      config: { claim: [area] },
    });
    expect(result.failures).toEqual([]);
    expect(result.verdict).toBe('conformant');
    expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
  });

  test('is not certified if none of its endpoints is declared', async () => {
    const { result } = await simulate({ config: { claim: ['savings-vault'] } });
    expect(result.verdict).toBe('inconclusive');
    const renewal = result.requirements.find(({ id }) => id === 'token/renewal');
    expect(renewal?.outcome).toBe('inconclusive');
    expect(renewal?.reason).toContain(
      'declare the endpoints of savings-vault in profile.endpoints',
    );
  });
});
