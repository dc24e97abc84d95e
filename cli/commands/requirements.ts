import { createColors } from 'picocolors';
import { faults } from '../../fixtures/faults/index.ts';
import { isColoured } from '../../reports/coloured.ts';
import { whenWords } from '../../reports/html/words.ts';
import { catalogue, catalogueDigest, defined, grouped, preconditions, rows } from '../engine.ts';
import { type CommandFlags, page, printJson } from '../page.ts';

export async function requirements({ json }: CommandFlags): Promise<number> {
  const listed = rows(catalogue).map(({ area, requirement }) => ({
    id: requirement.id,
    level: requirement.level,
    ...defined({ when: requirement.when }),
    area,
    title: requirement.rule,
    section: requirement.section,
    kind: requirement.kind,
    endpoints: requirement.endpoints
      ? catalogue.endpoints.filter(requirement.endpoints).map(({ id }) => id)
      : ['(run)'],
    needs: requirement.needs?.map((need) => preconditions[need].reason),
    after: 'after' in requirement ? requirement.after : undefined,
    brokenBy: faults.filter(({ breaks }) => breaks.includes(requirement.id)).map(({ id }) => id),
  }));
  if (json) {
    printJson({ catalogueSha256: catalogueDigest(catalogue), requirements: listed });
  } else {
    await page(requirementsText(listed));
  }
  return 0;
}

type ListedRequirement = Readonly<{
  id: string;
  level: string;
  when?: keyof typeof whenWords;
  area: string;
  title: string;
  section: string;
  kind: string;
}>;

function requirementsText(listed: readonly ListedRequirement[]) {
  const colors = createColors(isColoured(process.stdout));
  const areas = [...grouped(listed, ({ area }) => area)].map(([area, all]) =>
    [`${colors.bold(area)} (${all.length})`, ...all.map(entry)].join('\n'),
  );
  return `${areas.join('\n\n')}\n\n${listed.length} requirements\n`;
}

function entry({ id, level, when, title, section, kind }: ListedRequirement) {
  const only = when ? `, if ${whenWords[when]}` : '';
  return `  ${id} (${level}${only})\n    ${title}\n    ${section} · ${kind}`;
}
