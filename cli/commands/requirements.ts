import { rows } from '../../engine/catalogue/catalogue.ts';
import { preconditions } from '../../engine/catalogue/needs.ts';
import { catalogueDigest } from '../../engine/outcome/assemble.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { page } from '../page.ts';
import { printJson } from '../print-json.ts';
import { requirementsText } from '../requirements-text.ts';

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
    ...(requirement.needs
      ? { needs: requirement.needs.map((need) => preconditions[need].reason) }
      : {}),
    ...('after' in requirement ? { after: requirement.after } : {}),
    brokenBy: requirement.brokenBy ?? [],
  }));
  if (json) {
    printJson({ catalogueSha256: catalogueDigest(catalogue), requirements: listed });
  } else {
    await page(requirementsText(listed));
  }
  return 0;
}
