import { _, type FuncKeywordDefinition, str } from 'ajv/dist/2020.js';

/** By how much a quotient may miss a whole number: what doubles lose of small ones, and of large ones in proportion. */
const lost = { absolute: 1e-9, relative: 2 ** -51 } as const;

/** Whether one number is a multiple of the other as both are written: 131072.02 is one of 0.01, whatever doubles make of it. */
export function isMultiple(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const quotient = value / step;
  const miss = Math.abs(quotient - Math.round(quotient));
  // Where the quotient is infinite nothing can be said.
  return !(miss > Math.max(lost.absolute, Math.abs(quotient) * lost.relative));
}

/** The keyword multipleOf of JSON Schema 2020-12 (section 6.2.1 of the validation vocabulary), for decimal fractions. */
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
