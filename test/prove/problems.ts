import type { CheckHead, FaultHead } from './heads.ts';
import type { Row } from './row.ts';

/** Kinds of problems, the gravest first. */
export const problemKinds = [
  'broken',
  'harness error',
  'missed',
  'never red',
  'false alarm',
  'accused',
  'verdict',
  'stale',
  'no fault',
  'no such requirement',
] as const;

export interface Problem {
  readonly kind: (typeof problemKinds)[number];
  /** The id of a fault, a variant or a requirement. */
  readonly subject: string;
  readonly text: string;
}

/** The operator chooses the scheme of the URL, so no server alone can violate this. */
const unbreakable = new Set(['http/tls']);

function isProvable({ id, level }: CheckHead): boolean {
  return level !== 'observe' && !unbreakable.has(id);
}

/** Returns the problems that need no run: unknown ids, and requirements without a fault. */
export function namingProblems(
  checks: readonly CheckHead[],
  faults: readonly FaultHead[],
): Problem[] {
  const checkIds = new Set(checks.map(({ id }) => id));
  const broken = new Set(faults.flatMap(({ breaks }) => breaks));
  return [
    ...checks.flatMap((check): Problem[] =>
      isProvable(check) && !broken.has(check.id)
        ? [{ kind: 'no fault', subject: check.id, text: 'no fault breaks it' }]
        : [],
    ),
    ...faults.flatMap(({ id, breaks, alsoFails, mayFail }) =>
      [...breaks, ...alsoFails, ...mayFail]
        .filter((requirement) => !checkIds.has(requirement))
        .map(
          (requirement): Problem => ({
            kind: 'no such requirement',
            subject: id,
            text: `names ${requirement}`,
          }),
        ),
    ),
  ];
}

/** Returns the problems in the runs of one fault, one row per seed. */
export function faultProblems(
  fault: FaultHead,
  rows: readonly Row[],
  checks: readonly CheckHead[],
): Problem[] {
  const { id, breaks, alsoFails, mayFail } = fault;
  const done = rows.filter(({ broken }) => broken === undefined);
  const problem = (kind: Problem['kind'], text: string): Problem => ({ kind, subject: id, text });
  const without = (requirement: string) => done.filter(({ fired }) => !fired.includes(requirement));
  const [intended] = breaks;
  const found = [...ranAtAll(rows)];
  const missing = without(intended);
  if (missing.length > 0) found.push(problem('missed', `by ${intended}${inSeeds(missing, done)}`));
  const expected = new Set([...breaks, ...alsoFails, ...mayFail]);
  for (const extra of new Set(done.flatMap(({ fired }) => fired))) {
    if (expected.has(extra)) continue;
    const accusing = done.filter(({ fired }) => fired.includes(extra));
    found.push(problem('accused', `by ${extra} as well${inSeeds(accusing, done)}`));
  }
  if (checks.find((check) => check.id === intended)?.level === 'must') {
    const mild = done.filter(
      ({ fired, verdict }) => fired.includes(intended) && verdict !== 'non-conformant',
    );
    for (const { verdict, seed } of mild)
      found.push(problem('verdict', `${verdict} (seed ${seed})`));
  }
  for (const companion of done.length === 0 ? [] : [...breaks.slice(1), ...alsoFails]) {
    if (without(companion).length === done.length)
      found.push(problem('stale', `${companion} never speaks`));
  }
  return found;
}

/** Returns the problems in the runs of one correct implementation. */
export function variantProblems(id: string, rows: readonly Row[]): Problem[] {
  const done = rows.filter(({ broken }) => broken === undefined);
  const problem = (kind: Problem['kind'], text: string): Problem => ({ kind, subject: id, text });
  const fired = [...new Set(done.flatMap((row) => row.fired))];
  return [
    ...ranAtAll(rows),
    ...fired.map((requirement) => {
      const accusing = done.filter((row) => row.fired.includes(requirement));
      return problem('false alarm', `by ${requirement}${inSeeds(accusing, done)}`);
    }),
    ...done
      .filter(({ verdict }) => verdict !== 'conformant')
      .map(({ verdict, seed, said }) =>
        problem('verdict', `${[verdict, ...shortened(said)].join('; ')} (seed ${seed})`),
      ),
  ];
}

/**
 * Shows at most this many reasons. If a server refuses every token, all requirements have the same
 * reason.
 */
const mostSaid = 3;

function shortened(said: readonly string[]): readonly string[] {
  return said.length <= mostSaid
    ? said
    : [...said.slice(0, mostSaid), `and ${said.length - mostSaid} more`];
}

function ranAtAll(rows: readonly Row[]): Problem[] {
  return rows.flatMap(({ id: subject, seed, broken, harnessErrors }): Problem[] => [
    ...(broken === undefined
      ? []
      : [{ kind: 'broken' as const, subject, text: `${broken} (seed ${seed})` }]),
    ...harnessErrors.map((text) => ({
      kind: 'harness error' as const,
      subject,
      text: `${text} (seed ${seed})`,
    })),
  ]);
}

/** Returns the requirements that no fault turned red. Call it only if every fault ran. */
export function neverRed(checks: readonly CheckHead[], rows: readonly Row[]): Problem[] {
  const red = new Set(rows.flatMap(({ kind, fired }) => (kind === 'fault' ? fired : [])));
  return checks
    .filter((check) => isProvable(check) && !red.has(check.id))
    .map(({ id }) => ({ kind: 'never red', subject: id, text: 'no fault turns it red' }));
}

function inSeeds(some: readonly Row[], all: readonly Row[]): string {
  return some.length === all.length && all.length === 1
    ? ''
    : ` (seeds ${some.map(({ seed }) => seed).join(', ')})`;
}
