import type { Area } from '../../engine/catalogue/levels.ts';
import type { Config } from '../../engine/config/config.ts';
import { type Fault, faults } from '../../fixtures/faults/index.ts';
import type { Compose } from '../../fixtures/reference/index.ts';
import { variants } from '../../fixtures/variants/index.ts';
import type { Kind } from '../../fixtures/variants/kinds.ts';
import { configOf } from '../engine/session/in-process.ts';
import { groupOf } from '../prove/heads.ts';

/** A run to record: small, so that judging it takes a moment. */
export interface Recorded {
  readonly name: string;
  /** With everything that an operator can give or allow. */
  readonly full: boolean;
  /** Without a second client, a second user and tokens. */
  readonly bare?: boolean;
  /** The first in which the fault is found is recorded. */
  readonly tries: readonly Partial<Config>[];
  readonly compose?: Compose;
  /** What has to be found, for a fault. */
  readonly finds?: string;
  /** Only where it took few requests. */
  readonly ifSmall?: boolean;
}

const groups = ['token', 'auth', 'scope', 'user', 'errors', 'http', 'robustness'] as const;
const areas = [
  'guides',
  'guide',
  'insights',
  'cash',
  'portfolios',
  'address',
  'summaries',
  'notifications',
  'orders',
  'declared',
];

const conformant: readonly Recorded[] = [
  ...[...groups, ...areas].flatMap((group) => [
    { name: `reference-${group}`, full: false, tries: [{ only: [`${group}/*`] }] },
    { name: `reference-full-${group}`, full: true, tries: [{ only: [`${group}/*`] }] },
  ]),
  ...[...groups, ...areas].map((group) => ({
    name: `one-user-${group}`,
    full: false,
    bare: true,
    tries: [{ only: [`${group}/*`] }],
  })),
  { name: 'standard-guides', full: true, tries: [{ only: ['guides/*', 'guide/*'], depth: 'standard' }] },
  { name: 'standard-errors', full: true, tries: [{ only: ['errors/*'], depth: 'standard', strict: true }] },
];

/** The areas that most faults show in: fewer endpoints, the same judges. */
const fewAreas: readonly Area[] = ['learn', 'daily-summaries'];

/** Groups that ask what the monitors under `errors` and `http` see. */
const askers = ['token', 'auth', 'scope', 'user', ...areas, 'robustness'].map((group) => `${group}/*`);

/** The narrowest runs first: the first that finds the fault is the one to keep. */
function recordedFault({ id, breaks, companions = [], compose, ...fault }: Fault, ifSmall: boolean): Recorded {
  const only = [...new Set([...breaks, ...companions].map(widened))];
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
  return { name: `fault-${id}`, full: false, compose, finds: breaks[0], ifSmall, tries };
}

/** The group of a requirement that asks for itself, or the monitor alone. */
function widened(id: string): string {
  const group = groupOf(id);
  return group === 'http' || group === 'errors' ? id : `${group}/*`;
}

/** What to ask of each kind of variant. */
const concerns: { readonly [kind in Kind]?: readonly string[] } = {
  'refusal-status': ['user/*', 'auth/missing', 'summaries/*', 'address/*'],
  'token-format': ['token/*', 'auth/*', 'scope/*'],
  'token-issuance': ['token/*', 'auth/*', 'scope/*'],
  'error-content': ['errors/*', 'auth/missing', 'user/missing', 'guide/*'],
  routing: ['errors/*', 'auth/missing', 'user/missing', 'guide/*'],
  'json-encoding': ['http/json-*', 'guides/*', 'summaries/*', 'notifications/*', 'errors/*'],
  'media-type': ['http/json-*', 'errors/*', 'guides/*', 'token/issued'],
  'cache-headers': ['guides/*', 'http/private-*', 'user/isolation'],
  'http-framing': ['http/answers', 'http/no-server-error', 'http/protocol-violations', 'errors/*', 'guides/*'],
  'load-shedding': ['guides/*', 'auth/missing', 'http/answers', 'user/isolation'],
  'response-shape': ['guides/*', 'guide/*', 'summaries/*', 'notifications/*', 'insights/*', 'cash/*', 'user/isolation'],
  'list-size': ['guides/*', 'guide/*', 'summaries/*', 'notifications/*', 'insights/*', 'cash/*', 'user/isolation'],
  'body-validation': ['address/*'],
  'read-back-shape': ['address/*'],
  'replica-lag': ['address/*'],
};

/** Variants of one kind that are recorded at most. */
const mostOfAKind = 9;

const correct: readonly Recorded[] = variants.flatMap((variant) => {
  const only = concerns[variant.kind];
  const nth = variants.filter(({ kind }) => kind === variant.kind).indexOf(variant);
  if (only === undefined || nth >= mostOfAKind) return [];
  return {
    name: `variant-${variant.id}`,
    full: false,
    compose: variant.compose,
    tries: [
      {
        ...configOf(variant),
        only,
        ...(variant.needs ? {} : { claim: [...fewAreas, 'notification-settings'] as Area[] }),
      },
    ],
  };
});

/** Faults of one requirement that are recorded at most; the first in any case, the others where their run is small. */
const mostOfOne = 3;
/** The listing is asked for again after seconds, in the recording too; what hangs shows in whole runs alone. */
const slow = [
  'cache-lifetime-three-minutes',
  'cache-lifetime-in-minutes',
  'cache-lifetime-overridden',
  'guides-expire-at-once',
  'media-type-without-slash-hangs',
  'surrogate-in-address-hangs',
];

const byRequirement = new Map<string, Fault[]>();
for (const fault of faults.filter(({ id }) => !slow.includes(id))) {
  byRequirement.set(fault.breaks[0], [...(byRequirement.get(fault.breaks[0]) ?? []), fault]);
}
const broken = [...byRequirement.values()].flatMap((all) =>
  all.slice(0, mostOfOne).map((fault, at) => recordedFault(fault, at > 0)),
);

/** Every run that is recorded. */
export const corpus: readonly Recorded[] = [...conformant, ...correct, ...broken];
