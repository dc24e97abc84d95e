import { _, type FuncKeywordDefinition, str } from 'ajv/dist/2020.js';

const lost = { absolute: 1e-9, relative: 2 ** -51 } as const;

/** In decimal: 131072.02 is a multiple of 0.01, despite the rounding of doubles. */
function isMultiple(value: number, step: number) {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const quotient = value / step;
  const miss = Math.abs(quotient - Math.round(quotient));
  // `miss` is NaN if the quotient is infinite. That proves nothing.
  return !(miss > Math.max(lost.absolute, Math.abs(quotient) * lost.relative));
}

/** JSON Schema 2020-12 (validation vocabulary, section 6.2.1), for decimal fractions. */
export const multipleOf: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  validate: (step: number, value: number) => isMultiple(value, step),
  errors: false,
  error: {
    message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`,
    params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
  },
};
