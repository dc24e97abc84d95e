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
  const { bold, green } = createColors(coloured);
  const about = signed?.statement.predicate.m2mConformance;
  const { implementation, build, baseUrl } = about?.target ?? {};
  const name = [implementation, build, baseUrl].filter((text) => text !== undefined).join(' · ');
  const told = [`${bold(green('VERIFIED'))}  ${plain(name)}`, ...covered(limits)];
  const waived = about?.waivedTests.map(({ id }) => id).join(', ');
  const details = [
    `claim ${plain((about?.claim ?? []).join(', '))}`,
    ...(waived ? [`waived: ${waived}`] : []),
    `valid until ${about?.notAfter}`,
  ];
  return page(checks, verified ? told : 'NOT VERIFIED', details, coloured, quiet);
}

export function reproductionText(
  { reproduced, checks, result }: Reproduction,
  coloured: boolean,
  quiet = false,
): string {
  if (!reproduced || !result) return page(checks, 'NOT REPRODUCED', [], coloured, quiet);
  const told = [
    `${createColors(coloured).bold('REPRODUCED')}  ${plain(result.target.baseUrl)}`,
    `${result.verdict}, not signed`,
    ...covered(limitsOf(result)),
  ];
  return page(checks, told, [`claim ${result.claim.join(', ')}`], coloured, quiet);
}

const covered = (limits?: string) => (limits === undefined ? [] : wrapped(limits, 0));

/** `told` is a word if a check failed. If `quiet`, shows only what is told and failed checks. */
function page(
  checks: readonly Check[],
  told: readonly string[] | string,
  details: readonly string[],
  coloured: boolean,
  quiet: boolean,
) {
  const { bold, dim, green, red } = createColors(coloured);
  const width = Math.max(...checks.map(({ name }) => name.length));
  const shown = quiet ? checks.filter(({ holds }) => holds === false) : checks;
  const lines = shown.map(({ name, holds, detail }) => {
    const sign = holds ? green('✓') : red('✗');
    return `${holds === undefined ? dim('–') : sign} ${name.padEnd(width)}  ${plain(detail)}`;
  });
  if (typeof told === 'string') return [...lines, '', bold(red(told)), ''].join('\n');
  return `${(quiet ? told : [...lines, '', ...told, ...details.map(dim)]).join('\n')}\n`;
}
