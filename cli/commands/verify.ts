import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withoutMark } from '../../reports/certificate/conversion.ts';
import { isColoured } from '../../reports/coloured.ts';
import { limitsOf } from '../../reports/limits.ts';
import { reproductionText, verificationText } from '../certificate/text.ts';
import { readTrustedKeys } from '../certificate/trusted-keys.ts';
import { verifyCertificate, verifyResult } from '../certificate/verify.ts';
import { parsedJson } from '../engine.ts';
import { readHeadOf, requireOwnVersion } from '../evidence.ts';
import { exitCodes, InputError, orInputError } from '../exit.ts';
import { type CommandFlags, printJson } from '../page.ts';

export async function verify(path: string, flags: CommandFlags): Promise<number> {
  const file = path.endsWith('.json') ? path : join(path, 'certificate.json');
  const keys = await readTrustedKeys(flags);
  const evidence = flags.evidence === true ? join(dirname(file), 'exchanges.har') : flags.evidence;
  const unsigned = keys.length === 0 && evidence !== undefined ? await resultAt(file) : undefined;
  if (keys.length === 0 && !unsigned) {
    throw new InputError('Name a trusted public key: --key FILE, or --trust FILE.');
  }
  if (evidence !== undefined) {
    await access(evidence).catch(
      orInputError(`${evidence} cannot be read`, 'Name another with --evidence FILE.'),
    );
    const { version, record } = await readHeadOf(evidence);
    requireOwnVersion(evidence, version, record.catalogueSha256);
  }
  if (unsigned && evidence !== undefined) return reproduce(file, unsigned, evidence, flags);
  const result = flags.result ?? join(dirname(file), 'result.json');
  const verification = await verifyCertificate({
    certificate: await readFile(file).catch(
      orInputError(
        `${file} cannot be read`,
        'Name a certificate.json or its folder. For a result without a certificate, name its ' +
          'result.json, add --evidence and leave out the key.',
      ),
    ),
    keys,
    result: await readFile(result).catch(
      orInputError(`${result} cannot be read`, 'Name the certified result with --result FILE.'),
    ),
    evidence,
    at: momentOf(flags.at),
  });
  if (flags.json) printJson({ certificate: file, ...verification });
  else
    process.stdout.write(verificationText(verification, isColoured(process.stdout), flags.quiet));
  return verification.verified ? exitCodes.conformant : exitCodes.nonConformant;
}

async function resultAt(file: string) {
  const bytes = await readFile(file).catch(() => undefined);
  const value = bytes && parsedJson(withoutMark(bytes.toString('utf8')));
  const isResult = typeof value === 'object' && value !== null && 'formatVersion' in value;
  return isResult ? bytes : undefined;
}

async function reproduce(
  file: string,
  bytes: Buffer,
  evidence: string,
  { json, quiet }: CommandFlags,
) {
  const reproduction = await verifyResult(bytes, evidence);
  const { reproduced, checks, result } = reproduction;
  if (json)
    printJson({
      result: file,
      reproduced,
      verdict: result?.verdict,
      limits: result && limitsOf(result),
      checks,
    });
  else process.stdout.write(reproductionText(reproduction, isColoured(process.stdout), quiet));
  return reproduced ? exitCodes.conformant : exitCodes.nonConformant;
}

/** Parses `--at`. A date without a time means its beginning, in UTC. */
function momentOf(at: string | undefined) {
  if (at === undefined) return new Date();
  const date = new Date(at);
  if (/^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(at) && !Number.isNaN(date.getTime()))
    return date;
  throw new InputError(
    `--at: found ${JSON.stringify(at)}; accepted: a date such as 2026-12-31, or ` +
      '2026-12-31T12:00:00Z.',
  );
}
