import { rows } from '../../engine/catalogue/catalogue.ts';
import { preconditions } from '../../engine/catalogue/needs.ts';
import { catalogueDigest } from '../../engine/outcome/assemble.ts';
import { catalogue } from '../../suites/catalogue.ts';

/** Prints the catalogue. */
export async function requirements({ json }: { readonly json?: boolean }): Promise<number> {
  const listed = rows(catalogue).map(({ area, requirement }) => ({
    id: requirement.id,
    level: requirement.level,
    ...(requirement.when ? { when: requirement.when } : {}),
    area,
    title: requirement.rule,
    section: requirement.section,
    kind: requirement.kind,
    endpoints: requirement.endpoints
      ? catalogue.endpoints.filter(requirement.endpoints).map(({ id }) => id)
      : ['(run)'],
    ...(requirement.needs ? { needs: requirement.needs.map((need) => preconditions[need].reason) } : {}),
    ...(requirement.kind === 'unassessable' ? { reason: requirement.reason } : {}),
    brokenBy: requirement.brokenBy ?? [],
  }));
  if (json) {
    process.stdout.write(
      `${JSON.stringify({ catalogueSha256: catalogueDigest(catalogue), requirements: listed }, null, 2)}\n`,
    );
    return 0;
  }
  let group = '';
  for (const { id, level, when, title, section, kind, reason } of listed) {
    const ofGroup = id.split('/')[0] ?? '';
    if (ofGroup !== group) {
      group = ofGroup;
      process.stdout.write(`\n${group}\n`);
    }
    const how = kind === 'unassessable' ? `not checked: ${reason}` : kind;
    process.stdout.write(`  ${id} (${level}${when ? ` when ${when}` : ''})\n    ${title}\n    ${section} · ${how}\n`);
  }
  process.stdout.write(`\n${listed.length} requirements\n`);
  return 0;
}
