/**
 * A sentence of ours that quotes others: `words` around `values`, as in a template. Numbers are our
 * own. A string is from the target or the operator, and a published result masks it.
 */
export type Sentence = Readonly<{
  words: readonly string[];
  values: readonly (string | number)[];
}>;

/** Makes a sentence from a template. A sentence in it becomes a part of it. */
export function say(
  words: TemplateStringsArray,
  ...values: readonly (string | number | Sentence)[]
): Sentence {
  const parts = values.map((value, nth) => [value, words[nth + 1] ?? ''] as const);
  return parts.reduce<Sentence>(
    (left, [value, right]) => {
      const after = { words: [right], values: [] };
      return typeof value === 'object'
        ? joined(joined(left, value), after)
        : { words: [...left.words, right], values: [...left.values, value] };
    },
    { words: [words[0] ?? ''], values: [] },
  );
}

function joined(left: Sentence, right: Sentence) {
  const [first = '', ...rest] = right.words;
  return {
    words: [...left.words.slice(0, -1), `${left.words.at(-1) ?? ''}${first}`, ...rest],
    values: [...left.values, ...right.values],
  };
}

/** Joins sentences with words of ours. */
export const inList = (sentences: readonly Sentence[], between: string): Sentence =>
  sentences.length === 0
    ? say``
    : sentences.reduce((left, right) => joined(joined(left, ofWords(between)), right));

/** A sentence of our own words alone. Never give it a string of others. */
export const ofWords = (words: string): Sentence => ({ words: [words], values: [] });

/** The sentence as people read it. */
export const sentenceText = ({ words, values }: Sentence): string =>
  words.map((word, nth) => (nth === 0 ? word : `${values[nth - 1]}${word}`)).join('');

/** What sentences have in common that differ only in what they quote. */
export const sentenceKind = ({ words }: Sentence): string => words.join('…');

/** The sentence with what `change` makes of each quotation. */
export const withQuotations = (
  { words, values }: Sentence,
  change: (quotation: string) => string,
): Sentence => ({
  words,
  values: values.map((value) => (typeof value === 'string' ? change(value) : value)),
});
