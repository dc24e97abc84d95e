import { GraphError } from './errors.ts';
import type { Context } from './execute.ts';
import type { Language } from './world.ts';

const fail = (message: string): never => {
  throw new GraphError(message, 'NULL_IN_NON_NULL');
};

const digits = (amount: number, decimals: number, language: Language): string => {
  const [whole = '0', fraction = ''] = Math.abs(amount).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === 'de' ? '.' : ',');
  return decimals === 0 ? grouped : `${grouped}${language === 'de' ? ',' : '.'}${fraction}`;
};

const money = (amount: number, language: Language): string => {
  const sign = amount < 0 ? '-' : '';
  return language === 'de' ? `${sign}${digits(amount, 2, 'de')} €` : `${sign}£${digits(amount, 2, 'en')}`;
};

export const percent = (ratio: number, language: Language): string =>
  language === 'de' ? `${digits(ratio * 100, 1, 'de')} %` : `${digits(ratio * 100, 1, 'en')}%`;

const languageOf = (context: Context): Language => context.user?.language ?? 'en';

/** How values of a named scalar leave the graph. */
export const scalars: Readonly<Record<string, (value: unknown, context: Context) => unknown>> = {
  ID: (value) => String(value),
  String: (value) => (typeof value === 'object' ? fail('String cannot represent an object.') : String(value)),
  Boolean: (value) => (typeof value === 'boolean' ? value : fail('Boolean cannot represent a non boolean value.')),
  Int: (value) =>
    typeof value === 'number' && (value | 0) === value
      ? value
      : fail('Int cannot represent a value that is no signed integer of 32 bits.'),
  Long: (value) => (Number.isSafeInteger(value) ? value : fail('Long cannot represent a non integer value.')),
  Float: (value) => (Number.isFinite(value) ? value : fail('Float cannot represent a non numeric value.')),
  Count: (value) => value,
  Url: (value) => String(value),
  JSON: (value) => value,
  Money: (value, context) => money(Number(value), languageOf(context)),
};
