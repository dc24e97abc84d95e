import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { isColoured } from '../../reports/coloured.ts';
import { counted } from '../../reports/counted.ts';
import {
  addressChapter,
  credentialsChapter,
  endpointsChapter,
  limitsChapter,
  usersChapter,
} from '../doctor/answers.ts';
import { bad, type Chapter, doctorText, good } from '../doctor/finding.ts';
import { foldersChapter, networkChapter } from '../doctor/network.ts';
import {
  assemble,
  type Catalogue,
  type Config,
  catalogue,
  type Exchange,
  isAnswered,
  Ledger,
  makePlan,
  openSession,
  plannedConfig,
  type RequirementResult,
  type Result,
  type RunFacts,
  requirementResults,
  unmetNeed,
  type Verdict,
} from '../engine.ts';
import { exitCodeOf } from '../exit.ts';
import { allowedWords, deadlineWarning, estimateTotal } from '../forecast.ts';
import { printJson } from '../page.ts';
import { embeddedLine, type RunFlags, type Target, withTarget } from '../target.ts';
import { name, version } from '../version.ts';

/** One ordinary request per endpoint, and the languages of the users. None writes. */
const asked = [
  'token/issued',
  'token/scope-granted',
  'token/scope-withheld',
  'scope/guides-sufficient',
  'guides/ok',
  'guides/localised',
  'guide/fetch',
  'insights/ok',
  'cash/ok',
  'portfolios/ok',
  'summaries/ok',
  'notifications/ok',
  'notifications/localised',
  'declared/ok',
  'http/tls',
] as const;

export async function doctor(flags: RunFlags): Promise<number> {
  return withTarget(flags, async (target) => {
    if (target.isEmbedded && !flags.json && !flags.quiet) process.stdout.write(embeddedLine);
    const { chapters, leftOut, expectation, harnessErrors } = await examine(target);
    const [verdict, said] = expectation;
    if (flags.json)
      printJson({
        expectedVerdict: verdict,
        summary: said,
        chapters,
        leftOut: leftOut.map(shortly),
      });
    else
      process.stdout.write(
        doctorText(chapters, leftOut, said, isColoured(process.stdout), flags.quiet),
      );
    return exitCodeOf(verdict, { harnessErrors });
  });
}

async function examine({ config, settings }: Target) {
  const [network, folders] = await Promise.all([
    networkChapter(config),
    foldersChapter(resolve(settings.out)),
  ]);
  const plan = makePlan(catalogue, config);
  const readsAddress = plan.covered.some((endpoint) => endpoint.name === 'address');
  const examined = { config, plan, ...(await ask(config, readsAddress)) };
  const { result, facts, answers } = examined;
  const leftOut = predictNotRun(catalogue, config, facts).filter(({ claimed }) => claimed);
  const { obstacle } = facts;
  const judged: Chapter = {
    title: 'First responses',
    lines: [
      ...(obstacle === undefined ? [] : [bad('target', obstacle)]),
      ...result.failures.map(({ requirement, expected, actual }) =>
        bad(requirement, `expected ${expected}; found ${actual.slice(0, 200)}`),
      ),
      ...result.harnessErrors.map(({ where, message }) =>
        bad(where, `the harness failed: ${message.slice(0, 200)}`),
      ),
    ],
  };
  const chapters: Chapter[] = [
    configurationChapter(config, settings.sources, answers),
    folders,
    network,
    credentialsChapter(examined),
    usersChapter(examined),
    endpointsChapter(examined),
    ...(readsAddress ? [addressChapter(examined)] : []),
    limitsChapter(examined),
    ...(judged.lines.length === 0 ? [] : [judged]),
  ];
  return {
    chapters,
    leftOut,
    harnessErrors: result.harnessErrors,
    expectation: expectationOf(result, leftOut, chapters, config),
  };
}

function shortly({ id, level, blocksNothing = false, reason }: RequirementResult) {
  return { id, level, optional: blocksNothing, reason };
}

function expectationOf(
  { failures, harnessErrors }: Result,
  leftOut: readonly RequirementResult[],
  chapters: readonly Chapter[],
  { profile }: Config,
): readonly [Verdict, string] {
  const waived = new Set(profile.waivers.map(({ id }) => id));
  const isOpen = leftOut.some(
    ({ id, level, blocksNothing }) => level === 'must' && !blocksNothing && !waived.has(id),
  );
  const isSick = chapters.some(({ lines }) => lines.some(({ sign }) => sign === 'bad'));
  const open = 'A run would be inconclusive:';
  if (failures.some(({ outcome }) => outcome === 'fail'))
    return ['non-conformant', 'A run would find the target non-conformant.'];
  if (harnessErrors.length > 0)
    return ['inconclusive', 'The harness failed. This says nothing about the target.'];
  if (isSick) return ['inconclusive', `${open} fix the lines marked ✗ first.`];
  return isOpen
    ? ['inconclusive', `${open} enable what it would skip, waive it, or narrow the claim.`]
    : ['conformant', 'Ready: a run can reach a verdict.'];
}

function forecastLine(config: Config, answers: readonly Exchange[]) {
  const requests = estimateTotal(config);
  const took = answers.map(({ sentAt, endedAt }) => endedAt - sentAt);
  const responseMs = took.reduce((sum, ms) => sum + ms, 0) / Math.max(took.length, 1);
  const warning = deadlineWarning(config, responseMs);
  if (warning !== undefined) return bad('forecast', warning);
  return good('forecast', `a run sends about ${counted(requests, 'request')}`);
}

function configurationChapter(
  config: Config,
  sources: Readonly<Record<string, string>>,
  answers: readonly Exchange[],
) {
  const { target, claim, allow, network } = config;
  const from = (key: string) => (sources[key] === undefined ? '' : ` (${sources[key]})`);
  return {
    title: 'Configuration',
    lines: [
      good('target.baseUrl', `${target.baseUrl}${from('target.baseUrl')}`),
      good(
        'target.authUrl',
        target.authUrl === ''
          ? 'none: tokens are configured'
          : `${target.authUrl}${from('target.authUrl')}`,
      ),
      good(
        'claim',
        claim
          ? `${claim.join(', ')}${from('claim')}`
          : 'default: every area with an allowed endpoint',
      ),
      good('allow', allowedWords(allow)),
      good('profile', `${config.profile.endpoints.length} declared endpoints`),
      forecastLine(config, answers),
      ...(network.proxy ? [good('network', 'uses the proxy of the environment')] : []),
    ],
  };
}

async function ask(config: Config, readsAddress: boolean) {
  const exchanges: Exchange[] = [];
  let facts: RunFacts = { tokens: {}, refusedTokens: {}, guideIds: [] };
  const { skip: _skip, input: _input, ...whole } = config;
  const reading: Config = {
    ...whole,
    allow: { writes: false, orders: false, desync: false },
    only: asked,
    depth: 'quick',
  };
  const run = { id: randomUUID(), startedAt: new Date().toISOString() };
  const session = openSession({
    catalogue,
    config: reading,
    version,
    readsAddress,
    runId: run.id,
    startedAt: run.startedAt,
    openEvidence: () => (exchange) => exchanges.push(exchange),
    onFacts: (found) => {
      facts = found;
    },
  });
  const part = await session.part;
  const harness = { name, version };
  const result = assemble({
    catalogue,
    plan: plannedConfig(reading),
    part,
    harness,
    run: { ...run, durationMs: 0 },
  });
  return { result, facts, exchanges, answers: exchanges.filter(isAnswered) };
}

/**
 * Those that are not-run even if everything else passes. The reason names the setting that enables
 * it.
 */
export function predictNotRun(
  catalogue: Catalogue,
  config: Config,
  facts: RunFacts,
): readonly RequirementResult[] {
  const plan = makePlan(catalogue, config);
  const ledger = new Ledger(plan);
  for (const unit of plan.units) {
    if (unit.notRun !== undefined) continue;
    const { requirement } = unit.row;
    const unmet = unmetNeed(requirement, config, facts);
    ledger.enter(
      requirement.id,
      unit.endpoint.id,
      unmet ? { ...unmet, kind: 'not-run', why: unmet.reason } : { kind: 'pass' },
    );
  }
  const foreseen = requirementResults(catalogue, ledger.part({}), plan.claimed, config.strict);
  return foreseen.filter(({ outcome }) => outcome === 'not-run');
}
