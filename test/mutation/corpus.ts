import { rows } from '../../engine/catalogue/catalogue.ts';
import type { Config } from '../../engine/config/config.ts';
import type { Area } from '../../engine/schema/vocabulary.ts';
import { type Fault, faults } from '../../fixtures/faults/index.ts';
import type { Compose } from '../../fixtures/reference/index.ts';
import { variants } from '../../fixtures/variants/index.ts';
import type { Kind } from '../../fixtures/variants/kinds.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { configOf } from '../engine/session/in-process.ts';
import { groupOf } from '../prove/heads.ts';

/** A run to record. It is small, so judging it is fast. */
export interface Recorded {
  readonly name: string;
  /** Uses everything that an operator can supply or allow. */
  readonly full: boolean;
  /** Uses no second client, no second user and no tokens. */
  readonly bare?: boolean;
  /** Configurations to try. The first that finds the fault is recorded. */
  readonly tries: readonly Partial<Config>[];
  readonly compose?: Compose;
  /** Recorded over real HTTP. */
  readonly over?: Fault['over'];
  /** The requirement that must find the fault. */
  readonly finds?: string;
  /** Records the run only if it took few requests. */
  readonly ifSmall?: boolean;
}

const groups = [...new Set(rows(catalogue).map(({ group }) => group))];

const conformant: readonly Recorded[] = [
  ...groups.flatMap((group) => {
    const tries = [{ only: [`${group}/*`] }];
    return [
      { name: `reference-${group}`, full: false, tries },
      { name: `reference-full-${group}`, full: true, tries },
      { name: `one-user-${group}`, full: false, bare: true, tries },
    ];
  }),
  {
    name: 'standard-guides',
    full: true,
    tries: [{ only: ['guides/*', 'guide/*'], depth: 'standard' }],
  },
  {
    name: 'standard-errors',
    full: true,
    tries: [{ only: ['errors/*'], depth: 'standard', strict: true }],
  },
];

/** The areas in which most faults show. They have fewer endpoints and the same requirements. */
const fewAreas: readonly Area[] = ['learn', 'daily-summaries'];

/** Groups that send the requests that the monitors under `errors` and `http` judge. */
const askers = groups
  .filter((group) => group !== 'errors' && group !== 'http')
  .map((group) => `${group}/*`);

/** Returns the runs to try for a fault, the smallest first. */
function recordedFault(
  { id, breaks, alsoFails = [], compose, ...fault }: Fault,
  ifSmall: boolean,
): Recorded {
  const only = [...new Set([...breaks, ...alsoFails].map(widened))];
  const claim = fault.needs ? {} : { claim: fewAreas };
  const config = configOf(fault);
  const tries = [
    { ...config, only, ...claim },
    { ...config, only },
    { ...config, only: [...only, ...askers], ...claim },
    { ...config, only: [...only, ...askers] },
    { ...config, only, depth: 'standard' as const },
    { ...config, only: [...only, ...askers], depth: 'standard' as const },
  ];
  const over = fault.over && { over: fault.over };
  return { name: `fault-${id}`, full: false, compose, finds: breaks[0], ifSmall, tries, ...over };
}

/** Returns a glob for the group of a requirement, or the id itself for a monitor. */
function widened(id: string): string {
  const group = groupOf(id);
  return group === 'http' || group === 'errors' ? id : `${group}/*`;
}

/** The requirements to run for each kind of variant. */
const concerns: { readonly [kind in Kind]?: readonly string[] } = {
  'refusal-status': ['user/*', 'auth/missing', 'summaries/*', 'address/*'],
  'token-format': ['token/*', 'auth/*', 'scope/*'],
  'token-issuance': ['token/*', 'auth/*', 'scope/*'],
  'error-content': ['errors/*', 'auth/missing', 'user/missing', 'guide/*'],
  routing: ['errors/*', 'auth/missing', 'user/missing', 'guide/*'],
  'json-encoding': ['http/json-*', 'guides/*', 'summaries/*', 'notifications/*', 'errors/*'],
  'media-type': ['http/json-*', 'errors/*', 'guides/*', 'token/issued'],
  'cache-headers': ['guides/*', 'http/private-*', 'user/isolation'],
  'http-framing': [
    'http/answers',
    'http/no-server-error',
    'http/protocol-violations',
    'errors/*',
    'guides/*',
  ],
  'load-shedding': ['guides/*', 'auth/missing', 'http/answers', 'user/isolation'],
  'response-shape': [
    'guides/*',
    'guide/*',
    'summaries/*',
    'notifications/*',
    'insights/*',
    'cash/*',
    'user/isolation',
  ],
  'list-size': [
    'guides/*',
    'guide/*',
    'summaries/*',
    'notifications/*',
    'insights/*',
    'cash/*',
    'user/isolation',
  ],
  'body-validation': ['address/*'],
  'read-back-shape': ['address/*'],
  'replica-lag': ['address/*'],
};

/** How many variants of a kind are recorded at most. */
const mostOfAKind = 9;

const correct: readonly Recorded[] = variants.flatMap((variant) => {
  const only = concerns[variant.kind];
  const nth = variants.filter(({ kind }) => kind === variant.kind).indexOf(variant);
  if (only === undefined || nth >= mostOfAKind) return [];
  const claim = variant.needs ? {} : { claim: [...fewAreas, 'notification-settings'] as Area[] };
  const tries = [{ ...configOf(variant), only, ...claim }];
  return { name: `variant-${variant.id}`, full: false, compose: variant.compose, tries };
});

/**
 * How many faults of a requirement are recorded at most. The first always is, the others if their
 * run is small.
 */
const mostOfOne = 3;
/** Faults that are not recorded: what hangs shows only in whole runs. */
const hanging = ['media-type-without-slash-hangs', 'surrogate-in-address-hangs'];

const byRequirement = new Map<string, Fault[]>();
for (const fault of faults.filter(({ id }) => !hanging.includes(id))) {
  byRequirement.set(fault.breaks[0], [...(byRequirement.get(fault.breaks[0]) ?? []), fault]);
}
const broken = [...byRequirement.values()].flatMap((all) =>
  all.slice(0, mostOfOne).map((fault, at) => recordedFault(fault, at > 0)),
);

export const corpus: readonly Recorded[] = [...conformant, ...correct, ...broken];
