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
) {
  const parts = values.flatMap((value, nth) => [
    typeof value === 'object' ? value : { words: ['', ''], values: [value] },
    ofWords(words[nth + 1] ?? ''),
  ]);
  return parts.reduce(joined, ofWords(words[0] ?? ''));
}

function joined(left: Sentence, right: Sentence): Sentence {
  const [first = '', ...rest] = right.words;
  return {
    words: [...left.words.slice(0, -1), `${left.words.at(-1) ?? ''}${first}`, ...rest],
    values: [...left.values, ...right.values],
  };
}

/** Joins sentences with words of ours. */
export const inList = (sentences: readonly Sentence[], between: string) =>
  sentences.length === 0
    ? say``
    : sentences.reduce((left, right) => joined(joined(left, ofWords(between)), right));

/** A sentence of our own words alone. Never give it a string of others. */
export const ofWords = (words: string): Sentence => ({ words: [words], values: [] });

/** The sentence as people read it. */
export const sentenceText = ({ words, values }: Sentence) =>
  words.map((word, nth) => (nth === 0 ? word : `${values[nth - 1]}${word}`)).join('');

/** What sentences have in common that differ only in what they quote. */
export const sentenceKind = ({ words }: Sentence) => words.join('…');

/** The sentence with what `change` makes of each quotation. */
export const withQuotations = (
  { words, values }: Sentence,
  change: (quotation: string) => string,
): Sentence => ({
  words,
  values: values.map((value) => (typeof value === 'string' ? change(value) : value)),
});
