import { violations } from '../engine/schema/validate.ts';
import certificateSchema from '../schemas/certificate.schema.json' with { type: 'json' };
import resultSchema from '../schemas/result.schema.json' with { type: 'json' };

export function explainProblems(value: unknown): string[] {
  const format = (value as { formatVersion?: unknown } | null)?.formatVersion;
  if (format !== undefined && format !== 2)
    return ['/formatVersion must be 2: another version of the harness wrote the file'];
  return violations(resultSchema, value).map(
    ({ path, message }) => `${path.length === 0 ? 'it' : `/${path.join('/')}`} ${message}`,
  );
}

const statementSchema = { $ref: '#/$defs/statement', $defs: certificateSchema.$defs };

export function explainStatement(value: unknown): string[] {
  return violations(statementSchema, value).map(
    ({ path, message }) => `/${path.join('/')} ${message}`,
  );
}
