import { type Config, matchesGlob } from '../config/index.ts';
import { derivedSeed, ofWords, type Sentence, say } from '../exchange/index.ts';
import { type Area, areas } from '../schema/vocabulary.ts';
import { type Catalogue, type Row, rows } from './catalogue.ts';
import type { Lane } from './check.ts';
import { type Endpoint, wholeRun } from './endpoint.ts';
import { endpointTable } from './endpoint-table.ts';

export type Unit = Readonly<{
  /** `requirement|endpoint` */
  id: string;
  row: Row;
  endpoint: Endpoint;
  seed: number;
  /** Whether this shard sends its requests. A monitor listens in every shard. */
  mine: boolean;
  notRun?: Sentence;
  lacks?: readonly string[];
  notSelected?: true;
  /** Whether it runs without being judged, so that monitors judge the responses. */
  isInput?: true;
  /** Set if the whole area shares the reason. See `Open.sharedReason`. */
  sharedReason?: true;
}>;

export type Plan = Readonly<{
  claim: readonly Area[];
  endpoints: readonly Endpoint[];
  covered: readonly Endpoint[];
  units: readonly Unit[];
  claimed: ReadonlySet<string>;
}>;

/** Stands in if a requirement concerns no endpoint, or a request none of the table. */
export const runAsEndpoint: Endpoint = {
  id: wholeRun,
  name: 'run',
  area: 'test',
  origin: 'api',
  method: 'GET',
  path: '',
  safety: 'read',
  user: 'none',
  scopes: [],
  mayBeAbsent: false,
  source: 'specified',
};

export const isAllowed = (endpoint: Endpoint, allow: Config['allow']) =>
  endpoint.safety === 'read' || (endpoint.safety === 'write' ? allow.writes : allow.orders);

export const defaultClaim = (endpoints: readonly Endpoint[], allow: Config['allow']): Area[] =>
  areas.filter((area) =>
    endpoints.some((endpoint) => endpoint.area === area && isAllowed(endpoint, allow)),
  );

export function makePlan(catalogue: Catalogue, config: Config): Plan {
  const endpoints = endpointTable(catalogue, config.profile);
  const claim = config.claim ?? defaultClaim(endpoints, config.allow);
  const inClaim = endpoints.filter(
    ({ area, origin }) => origin === 'token' || claim.includes(area),
  );
  const covered = inClaim.filter((endpoint) => isAllowed(endpoint, config.allow));
  const units: Unit[] = [];
  const claimed = new Set<string>();
  for (const row of rows(catalogue)) {
    const bound = unitsOf(row, inClaim, config);
    const binds =
      row.area === 'every-endpoint' || row.area === 'authentication' || claim.includes(row.area);
    if (binds && bound.length > 0) claimed.add(row.requirement.id);
    if (binds) units.push(...bound);
  }
  return { claim, endpoints, covered, units: shardUnits(units, config), claimed };
}

function unitsOf(row: Row, inClaim: readonly Endpoint[], config: Config) {
  const { requirement } = row;
  const endpoints = requirement.endpoints ? inClaim.filter(requirement.endpoints) : [runAsEndpoint];
  return endpoints.map((endpoint) => ({
    id: `${requirement.id}|${endpoint.id}`,
    row,
    endpoint,
    seed: derivedSeed(config.seed, requirement.id, endpoint.id),
    mine: true,
    ...planned(row, endpoint, config),
  }));
}

export const sends = ({ notRun, isInput }: Unit) => notRun === undefined || isInput === true;

function planned(row: Row, endpoint: Endpoint, config: Config) {
  const { id } = row.requirement;
  const { only, skip = [], allow } = config;
  const isOneOf = (globs: readonly string[]) => globs.some((glob) => matchesGlob(glob, id));
  const mayRun = isAllowed(endpoint, allow);
  if ((only && !isOneOf(only)) || isOneOf(skip)) {
    const selection = [
      ...(only ? [`--only ${only.join(',')}`] : []),
      ...(skip[0] ? [`--skip ${skip.join(',')}`] : []),
    ];
    const isInput = mayRun && !isOneOf(skip) && config.input?.includes(endpoint.id) === true;
    return {
      notRun: say`not selected: ${selection.join(' ')}`,
      notSelected: true,
      ...(isInput && { isInput }),
    };
  }
  if (!mayRun) {
    const permission = endpoint.safety === 'write' ? 'writes' : 'orders';
    const notRun = ofWords(
      `${endpoint.id} runs only if the operator allows ${permission}: --allow ${permission}`,
    );
    const lacks = [`--allow ${permission}`];
    return { notRun, lacks, ...(row.area === 'every-endpoint' && { sharedReason: true }) };
  }
  return {};
}

/** The lane that the requirement states. `laneOf` changes it for units that write. */
export function askedLane({ row: { requirement }, endpoint }: Pick<Unit, 'row' | 'endpoint'>) {
  const { lane = 'shared' } = requirement;
  return typeof lane === 'function' ? lane(endpoint) : lane;
}

const besideOthers: readonly Lane[] = ['shared', 'odd'];

/** Whether a unit concerns writes or needs the target to itself. Shard 1 runs these. */
export function isSerial(unit: Pick<Unit, 'row' | 'endpoint'>) {
  const { safety, showsWrites = false } = unit.endpoint;
  return safety !== 'read' || showsWrites || !besideOthers.includes(askedLane(unit));
}

function shardUnits(units: readonly Unit[], { shard }: Config) {
  if (!shard || shard.total === 1) return [...units];
  let turn = 0;
  return units.map((unit) => ({
    ...unit,
    mine: (isSerial(unit) ? 1 : (turn++ % shard.total) + 1) === shard.index,
  }));
}
