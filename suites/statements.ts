import type { Statement } from '../engine/index.ts';
import texts from '../schemas/statements.json' with { type: 'json' };

const quoted = <Key extends string>(
  quotations: Readonly<Record<Key, string>>,
  sourceOf: (key: string) => Partial<Statement>,
) =>
  Object.fromEntries(
    Object.entries<string>(quotations).map(([key, text]) => [key, { text, ...sourceOf(key) }]),
  ) as Record<Key, Statement>;

/** A table row has its cells between bars. */
export const spec = quoted(texts.specification, () => ({}));

export const standard = quoted(texts.standards, (source) => ({ source }));
