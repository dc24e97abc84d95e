import { plainVariables, secretVariables, targetNamed, yamlText } from './variables.ts';

/** Returns a workflow that certifies the target in the repository's variables. `install` installs the harness. */
export function githubWorkflow(install: string): string {
  const variables = [
    ...plainVariables.map((name) => `      ${name}: \${{ vars.${name} }}`),
    ...secretVariables.map((name) => `      ${name}: \${{ secrets.${name} }}`),
  ].join('\n');
  return `# Certifies the implementation. Set the variables and secrets under Settings, Secrets and variables, Actions. The summary
# lists what the run skipped and the variable that enables each check.
name: Conformance

on:
  push:
    branches: [main]
  schedule:
    - cron: '17 3 * * *'
  workflow_dispatch:

permissions:
  contents: read

# Two runs at the same time would change the same test user's data.
concurrency:
  group: conformance
  cancel-in-progress: false

jobs:
  conformance:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    env:
${variables}
    steps:
      - uses: actions/checkout@v7
      - uses: actions/setup-node@v7
        with:
          node-version: 22
      # npx --no never installs a package, so nothing runs but what this line installs.
      - name: Install
        run: ${install}
      # Without a target, the run would certify the embedded reference implementation and pass. Remove this step if
      # harness.config.ts sets target.baseUrl.
      - name: A target is named
        run: ${yamlText(targetNamed)}
      # Exit codes: 0 conformant, 1 non-conformant, 2 wrong configuration, 3 inconclusive, 4 the harness failed. The summary
      # goes to the page of the run. Add --strict if warnings fail too.
      - name: Certify
        run: npx --no m2m-conformance run --out reports/conformance
      - name: Keep the results
        if: always()
        uses: actions/upload-artifact@v7
        with:
          name: conformance
          path: reports/conformance
          if-no-files-found: ignore
`;
}
