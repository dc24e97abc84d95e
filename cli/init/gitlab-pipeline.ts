import { targetNamed, yamlText } from './variables.ts';

/** A pipeline that certifies what the project's variables name. `harness` is what npx starts. */
export function gitlabPipeline(harness: string): string {
  return `# Certifies the implementation. Variables and secrets (masked) are set under Settings, CI/CD, Variables: HARNESS_BASE_URL,
# HARNESS_CLIENT_SECRET and the like reach the job as they are.
conformance:
  image: node:22
  timeout: 30 minutes
  # Two runs at the same time would change the same test user's data.
  resource_group: conformance
  variables:
    # Nothing of the repository is needed but its files.
    GIT_DEPTH: '1'
  script:
    # Without a target, the embedded reference implementation would be certified. Remove this line once target.baseUrl
    # stands in harness.config.ts.
    - ${yamlText(targetNamed)}
    # Exit codes: 0 conformant, 1 non-conformant, 2 wrong configuration, 3 inconclusive.
    - npx --yes ${harness} run --out reports/conformance
  after_script:
    - test ! -f reports/conformance/summary.md || cat reports/conformance/summary.md
  artifacts:
    when: always
    paths:
      - reports/conformance
    reports:
      junit: reports/conformance/junit.xml
`;
}
