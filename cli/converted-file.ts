import { createHash } from 'node:crypto';
import { linesOf } from '../engine/evidence/lines.ts';
import { Conversion, conversionText, lineEnds } from '../reports/certificate/conversion.ts';

export async function conversionOfFile(
  file: string,
  sha256: string | undefined,
): Promise<string | undefined> {
  const conversion = new Conversion();
  const digests = lineEnds.map((end) => ({ end, hash: createHash('sha256') }));
  for await (const { text } of linesOf(file)) {
    for (const line of conversion.original(text)) {
      for (const { end, hash } of digests) hash.update(`${line}${end}`);
    }
  }
  const original = digests.find(({ hash }) => hash.digest('hex') === sha256);
  return original && conversionText(conversion.change(original.end));
}
