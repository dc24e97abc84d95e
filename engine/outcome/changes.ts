/**
 * How requests differ from the request that the target accepts. Each string is the label of a case.
 */
export interface Changes {
  /** What all cases change, such as a header. Absent: the labels say it. */
  readonly field?: string;
  /** In the request that the finding shows. */
  readonly changed: string;
  /** In further requests of the series that showed the same violation. */
  readonly violating: readonly string[];
  /** In requests of the series that passed. */
  readonly passing: readonly string[];
  /**
   * Set if only the shown request says what was changed. Then others that show the violation say
   * nothing about it.
   */
  readonly isOfShown?: true;
}

/** Joins the changes of two findings. Only the first finding's request is shown. */
export function joinChanges(
  first: Changes | undefined,
  other: Changes | undefined,
): Changes | undefined {
  if (!first || !other) return first;
  const violating = new Set([...first.violating, ...changesOf(other)]);
  violating.delete(first.changed);
  const passing = new Set([...first.passing, ...other.passing]);
  // Sorted, so that the order of joining does not matter.
  return { ...first, violating: [...violating].sort(), passing: [...passing].sort() };
}

const changesOf = ({ changed, violating, isOfShown }: Changes) =>
  isOfShown ? violating : [changed, ...violating];

const mostListed = 5;

/** Contrasts the changes at all places of a defect. Returns undefined if none is known. */
export function changesInWords(places: readonly Changes[]): string | undefined {
  const [first] = places;
  if (!first) return undefined;
  const violating = new Set(places.flatMap(changesOf));
  const passing = new Set(
    places.flatMap((place) => place.passing).filter((label) => !violating.has(label)),
  );
  violating.delete(first.changed);
  const where = first.field === undefined ? '' : `${first.field}: `;
  return [
    `${where}${first.changed}`,
    ...(passing.size === 0 && violating.size > mostListed
      ? [`The same with all ${violating.size} other changes`]
      : listed('The same with', violating)),
    ...listed('Not with', passing),
  ].join('. ');
}

function listed(words: string, labels: ReadonlySet<string>): readonly string[] {
  if (labels.size === 0) return [];
  const shown = [...labels].slice(0, mostListed);
  const unlisted = labels.size - shown.length;
  return [`${words}: ${[...shown, ...(unlisted > 0 ? [`and ${unlisted} more`] : [])].join('; ')}`];
}
