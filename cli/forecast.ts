import { counted } from '../reports/counted.ts';
import { placeWords } from '../reports/html/places.ts';
import {
  type Config,
  catalogue,
  depths,
  type Endpoint,
  grouped,
  makePlan,
  type Plan,
  runAsEndpoint,
  see,
  sends,
  sentenceText,
  timeInWords,
  type Unit,
  unmetNeed,
  wholeRun,
} from './engine.ts';
import measuredRequests from './measured-requests.json' with { type: 'json' };

type Estimate = Readonly<{
  endpoint: string;
  safety: Endpoint['safety'];
  requests: number;
}>;

/** Assumes that the preflight finds everything that the configuration promises. */
function hopeful({ clients, tokens, target }: Config) {
  const jws = { form: 'jws' } as const;
  const hasUnscoped = clients.unscoped !== undefined || tokens.unscoped !== undefined;
  return {
    tokens: { 'token:scoped': jws, ...(hasUnscoped ? { 'token:unscoped': jws } : {}) },
    refusedTokens: {},
    guideIds: [],
    ...(target.jwksUrl === undefined ? {} : { publicKey: {} }),
  };
}

/** Of this run or shard, in the order of the endpoint table, from measured runs. */
export function estimateRequests(config: Config): readonly Estimate[] {
  const plan = makePlan(catalogue, config);
  const facts = hopeful(config);
  const running = plan.units.filter(
    (unit) => unit.mine && sends(unit) && !unmetNeed(unit.row.requirement, config, facts),
  );
  return [...plan.covered, runAsEndpoint].flatMap(({ id: endpoint, safety }) => {
    const ids = running
      .filter((unit) => unit.endpoint.id === endpoint)
      .map(({ row }) => row.requirement.id);
    const all = endpoint === wholeRun ? [...ids, 'run/setup'] : ids;
    const requests = Math.round(all.reduce((sum, id) => sum + measuredOf(id, safety, config), 0));
    return requests === 0 ? [] : [{ endpoint, safety, requests }];
  });
}

/**
 * Requests of one unit by requirement and depth (quick, standard, deep), at endpoints that only
 * read and at others. Measured in runs of the reference with everything allowed.
 */
const measured: Readonly<Record<string, Partial<Record<'reading' | 'acting', readonly number[]>>>> =
  measuredRequests;

function measuredOf(id: string, safety: Endpoint['safety'], { depth }: Config) {
  const counts = measured[id]?.[safety === 'read' ? 'reading' : 'acting'];
  return counts?.[depths.indexOf(depth)] ?? 0;
}

export function estimateTotal(config: Config): number {
  return sumOf(estimateRequests(config));
}

/** Sequences of requests do not fill every turn. */
const idle = 1.25;
/** Leaves room for waits and retries. */
const room = 1.5;

/** Undefined if the run or shard fits. `responseMs` is absent before anything is measured. */
export function deadlineWarning(config: Config, responseMs = 0): string | undefined {
  const { rate, concurrency, deadlineS } = config;
  const all = estimateRequests(config);
  const requests = sumOf(all);
  const atRateMs = rate === undefined ? 0 : (requests / rate) * 1000;
  const inTurnMs = sumOf(all.filter(({ safety }) => safety === 'write')) * responseMs;
  const atPaceMs = Math.max(((requests * responseMs) / concurrency) * idle, inTurnMs);
  const neededMs = Math.max(atRateMs, atPaceMs);
  if (neededMs <= deadlineS * 1000) return undefined;
  const isRate = atRateMs >= atPaceMs;
  const why = isRate
    ? `at --rate ${rate}`
    : `at ${timeInWords(responseMs)} a response, ${concurrency} at a time`;
  const other = isRate ? '--rate (M2M_RATE)' : '--concurrency (M2M_CONCURRENCY)';
  const enough = Math.ceil((neededMs / 1000) * room);
  const needed = `${counted(requests, 'request')} take about ${timeInWords(neededMs)} ${why}`;
  return (
    `${needed}, longer than the deadline of ${timeInWords(deadlineS * 1000)}. ` +
    `Set --deadline ${enough}s (M2M_DEADLINE), or raise ${other}. ${see('time')}`
  );
}

const sumOf = (all: readonly Estimate[]) => all.reduce((sum, one) => sum + one.requests, 0);

export function describeForecast(config: Config): string {
  const all = estimateRequests(config);
  const reads = all.filter(({ safety }) => safety === 'read');
  const places = reads.filter(({ endpoint }) => endpoint !== wholeRun);
  const acting = all.filter(({ safety }) => safety !== 'read');
  const total = estimateTotal(config);
  const warning = deadlineWarning(config);
  const lines = [
    `Sends about ${counted(total, 'request')} to ${config.target.baseUrl}`,
    `  read   ${amount(reads)} to ${counted(places.length, 'endpoint')}`,
    ...acting.map(
      (one) =>
        `  ${one.safety.padEnd(5)}  ${amount([one])} to ${one.endpoint}${effect(one, config)}`,
    ),
  ];
  if (config.input) {
    lines.push(
      '  Requirements that are not selected run too: the selected ones judge their responses.',
    );
  }
  if (warning !== undefined) lines.push(`  Warning: ${warning}`);
  return `${lines.join('\n')}\n`;
}

function amount(all: readonly Estimate[]) {
  return counted(sumOf(all), 'request');
}

function effect({ endpoint, safety }: Estimate, { profile }: Config) {
  if (safety === 'order') return '; no order is retried';
  if (endpoint !== 'PATCH /users/me/address') return '';
  const kept = profile.addressReadBack
    ? 'and restore it at the end'
    : 'and do not restore it, because profile.addressReadBack is not set';
  return `, one at a time; they change the address of the test user ${kept}`;
}

export function describePlan(config: Config): string {
  const plan = makePlan(catalogue, config);
  const lines = [
    `Target   ${config.target.baseUrl}`,
    `Claim    ${plan.claim.join(', ')}`,
    `Seed     ${config.seed}, depth ${config.depth}, concurrency ${config.concurrency}`,
    `Allowed  ${allowedWords(config.allow)}`,
    '',
  ];
  for (const { id, level, endpoints, notRun } of plannedRequirements(plan)) {
    const where =
      notRun === undefined ? endpoints.map(placeWords).join(', ') : `not run: ${notRun}`;
    lines.push(`${id.padEnd(34)} ${level.padEnd(8)} ${where}`);
  }
  const running = plan.units.filter(runsHere).length;
  lines.push('', describeForecast(config).trimEnd());
  lines.push('', `${running} of ${plan.units.length} checks would run. Nothing was sent.`, '');
  return lines.join('\n');
}

export function allowedWords(allow: Config['allow']): string {
  const allowed = Object.entries(allow).flatMap(([what, isAllowed]) => (isAllowed ? [what] : []));
  return allowed.join(', ') || 'read-only';
}

export function planJson(config: Config): object {
  const plan = makePlan(catalogue, config);
  const { target, seed, depth, concurrency, allow, shard } = config;
  return {
    target: { baseUrl: target.baseUrl, implementation: target.implementation },
    claim: plan.claim,
    run: { seed, depth, concurrency, shard },
    allow,
    requirements: plannedRequirements(plan),
    forecast: estimateRequests(config),
  };
}

function plannedRequirements({ units }: Plan) {
  return [...grouped(units, ({ row }) => row)].map(([{ area, requirement }, all]) => {
    const endpoints = all.filter(runsHere).map(({ endpoint }) => endpoint.id);
    const why = all[0]?.notRun;
    const notRun =
      endpoints.length === 0 ? { notRun: why ? sentenceText(why) : 'another shard' } : {};
    return { id: requirement.id, area, level: requirement.level, endpoints, ...notRun };
  });
}

function runsHere({ mine, notRun }: Unit) {
  return mine && notRun === undefined;
}
