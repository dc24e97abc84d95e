import { plainVariables, secretVariables, targetNamed, yamlText } from './variables.ts';

/** A workflow that certifies what the repository's variables name. `harness` is what npx starts. */
export function githubWorkflow(harness: string): string {
  const variables = [
    ...plainVariables.map((name) => `      ${name}: \${{ vars.${name} }}`),
    ...secretVariables.map((name) => `      ${name}: \${{ secrets.${name} }}`),
  ].join('\n');
  return `# Certifies the implementation. Variables and secrets are set under Settings, Secrets and variables, Actions;
# those that are not set are not passed on, and the summary says what could not be assessed without them.
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
      # Without a target, the embedded reference implementation would be certified. Remove this step once target.baseUrl
      # stands in harness.config.ts.
      - name: A target is named
        run: ${yamlText(targetNamed)}
      # Exit codes: 0 conformant, 1 non-conformant, 2 wrong configuration, 3 inconclusive. The summary goes to the page of
      # the run. Releases may fail on warnings too: --strict.
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
