import { plainVariables, secretVariables, targetNamed, yamlText } from './variables.ts';

/** Returns a workflow that certifies the target in the repository's variables. `harness` is the package that npx runs. */
export function githubWorkflow(harness: string): string {
  const variables = [
    ...plainVariables.map((name) => `      ${name}: \${{ vars.${name} }}`),
    ...secretVariables.map((name) => `      ${name}: \${{ secrets.${name} }}`),
  ].join('\n');
  return `# Certifies the implementation. Set variables and secrets under Settings, Secrets and variables, Actions.
# If one is not set, the summary says what could not be assessed.
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
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      # Without a target, the job would certify the embedded reference implementation. If harness.config.ts sets
      # target.baseUrl, remove this step.
      - name: A target is named
        run: ${yamlText(targetNamed)}
      # Exit codes: 0 conformant, 1 non-conformant, 2 wrong configuration, 3 inconclusive, 4 error of the harness. The page
      # of the job shows the summary. To fail on warnings too, add --strict.
      - name: Certify
        run: npx --yes ${harness} run --out reports/conformance
      - name: Keep the results
        if: always()
        uses: actions/upload-artifact@v4
        with:
          name: conformance
          path: reports/conformance
          if-no-files-found: ignore
`;
}
