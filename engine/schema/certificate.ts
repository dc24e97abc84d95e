import schema from '../../schemas/certificate.schema.json' with { type: 'json' };
import { violations } from './validate.ts';

const statementSchema = { $ref: '#/$defs/statement', $defs: schema.$defs };

/** Explains why a value is not the statement of a certificate. Empty if it is one. */
export function explainStatement(value: unknown): string[] {
  return violations(statementSchema, value).map(({ path, message }) => `/${path.join('/')} ${message}`);
}
