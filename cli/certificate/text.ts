import { createColors } from 'picocolors';
import { limitsOf } from '../../reports/limits.ts';
import { plain } from '../../reports/plain.ts';
import { wrapped } from '../../reports/wrapped.ts';
import type { Check, Reproduction, Verification } from './verify.ts';

export function verificationText(
  { verified, checks, signed, limits }: Verification,
  coloured: boolean,
  quiet = false,
): string {
  const colors = createColors(coloured);
  const lines = checkLines(checks, colors, quiet);
  if (!verified) return `${[...lines, colors.bold(colors.red('NOT VERIFIED'))].join('\n')}\n`;
  const { target, claim, notAfter, waivedTests } = signed?.statement.predicate.m2mConformance ?? {};
  const name = [target?.implementation, target?.build, target?.baseUrl].filter(
    (text) => text !== undefined,
  );
  const verdict = `${colors.bold(colors.green('VERIFIED'))}  ${plain(name.join(' · '))}`;
  const covers = limits === undefined ? [] : wrapped(limits, 0);
  if (quiet) return `${[verdict, ...covers].join('\n')}\n`;
  return `${[
    ...lines,
    verdict,
    ...covers,
    colors.dim(`claim ${plain((claim ?? []).join(', '))}`),
    ...(waivedTests?.length
      ? [colors.dim(`waived: ${waivedTests.map(({ id }) => id).join(', ')}`)]
      : []),
    colors.dim(`valid until ${notAfter}`),
  ].join('\n')}\n`;
}

export function reproductionText(
  { reproduced, checks, result }: Reproduction,
  coloured: boolean,
  quiet = false,
): string {
  const colors = createColors(coloured);
  const lines = checkLines(checks, colors, quiet);
  if (!reproduced || !result)
    return `${[...lines, colors.bold(colors.red('NOT REPRODUCED'))].join('\n')}\n`;
  const verdict = `${colors.bold('REPRODUCED')}  ${plain(result.target.baseUrl)}`;
  const told = [`${result.verdict}, not signed`, ...wrapped(limitsOf(result), 0)];
  const claim = colors.dim(`claim ${result.claim.join(', ')}`);
  return `${(quiet ? [verdict, ...told] : [...lines, verdict, ...told, claim]).join('\n')}\n`;
}

function checkLines(
  checks: readonly Check[],
  colors: ReturnType<typeof createColors>,
  quiet: boolean,
) {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const shown = quiet ? checks.filter(({ holds }) => holds === false) : checks;
  const lines = shown.map(({ name, holds, detail }) => {
    const sign =
      holds === undefined ? colors.dim('–') : holds ? colors.green('✓') : colors.red('✗');
    return `${sign} ${name.padEnd(width)}  ${plain(detail)}`;
  });
  return [...lines, ''];
}
