import { targetNamed, yamlText } from './variables.ts';

/** Returns a pipeline that certifies the target in the project's variables. `install` installs the harness. */
export function gitlabPipeline(install: string): string {
  return `# Certifies the implementation. Set M2M_BASE_URL, M2M_CLIENT_SECRET (masked) and the like under Settings, CI/CD, Variables.
# GitLab passes them to the job.
conformance:
  image: node:22
  timeout: 30 minutes
  # Two runs at the same time would change the same test user's data.
  resource_group: conformance
  variables:
    # The job needs no git history.
    GIT_DEPTH: '1'
  script:
    # Without a target, the run would certify the embedded reference implementation and pass. Remove this line if
    # harness.config.ts sets target.baseUrl.
    - ${yamlText(targetNamed)}
    # npx --no never installs a package, so nothing runs but what the next line installs.
    - ${install}
    # Exit codes: 0 conformant, 1 non-conformant, 2 wrong configuration, 3 inconclusive, 4 the harness failed.
    - npx --no m2m-conformance run --out reports/conformance
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
