import { targetNamed, yamlText } from './variables.ts';

/** Returns a pipeline that certifies the target in the project's variables. `harness` is the package that npx runs. */
export function gitlabPipeline(harness: string): string {
  return `# Certifies the implementation. Variables and secrets (masked) are set under Settings, CI/CD, Variables: HARNESS_BASE_URL,
# HARNESS_CLIENT_SECRET and the like reach the job as they are.
conformance:
  image: node:22
  timeout: 30 minutes
  # Two runs at the same time would change the same test user's data.
  resource_group: conformance
  variables:
    # The job needs no git history.
    GIT_DEPTH: '1'
  script:
    # Without a target, the job would certify the embedded reference implementation. If harness.config.ts sets
    # target.baseUrl, remove this line.
    - ${yamlText(targetNamed)}
    # Exit codes: 0 conformant, 1 non-conformant, 2 wrong configuration, 3 inconclusive, 4 error of the harness.
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
