import { commentMarker, plainVariables, secretVariables } from './variables.ts';

export function githubWorkflow(install: string): string {
  const variables = [
    ...plainVariables.map((name) => `      ${name}: \${{ vars.${name} }}`),
    ...secretVariables.map((name) => `      ${name}: \${{ secrets.${name} }}`),
  ].join('\n');
  return `# Certifies the implementation, and comments on pull requests. Set the variables and secrets under Settings, Secrets and
# variables, Actions. The summary lists what the run skipped and the variable that enables each check.
name: Conformance

on:
  push:
    branches: [main]
  pull_request:
  schedule:
    - cron: '17 3 * * *'
  workflow_dispatch:

permissions:
  contents: read
  # For the comment.
  pull-requests: write

# Two runs at the same time would change the same test user's data. Of several waiting runs, GitHub keeps the latest.
concurrency:
  group: conformance
  cancel-in-progress: false

jobs:
  conformance:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    env:
      # GitHub gives no secrets to pull requests from forks and from Dependabot.
      WITHOUT_SECRETS: \${{ github.event_name == 'pull_request' && (github.event.pull_request.head.repo.full_name != github.repository || github.actor == 'dependabot[bot]') }}
${variables}
    steps:
      - name: Say that nothing is certified
        if: env.WITHOUT_SECRETS == 'true'
        run: |
          said='This pull request gets no secrets, because it comes from a fork or from Dependabot. Nothing is certified.'
          echo "::notice title=Not certified::$said"
          echo "$said" >> "$GITHUB_STEP_SUMMARY"
      - uses: actions/checkout@v7
      - uses: actions/setup-node@v7
        with:
          node-version: 22
      # The command below is a file of node_modules, so nothing runs but what this line installs.
      - name: Install
        run: ${install}
      # Exit codes: 0 conformant, 1 non-conformant, 2 wrong configuration, 3 inconclusive, 4 the harness failed. The job
      # fails unless the code is 0, after the steps below. Add --strict if warnings fail too. With exec instead of npx, the
      # run gets the signal of a cancelled job, and restores the test user's address.
      - name: Certify
        if: env.WITHOUT_SECRETS != 'true'
        run: exec node_modules/.bin/m2m-conformance run --out reports/conformance
      # Updates its own comment, so that each pull request has one.
      - name: Comment on the pull request
        if: \${{ !cancelled() && github.event_name == 'pull_request' && env.WITHOUT_SECRETS != 'true' }}
        env:
          GH_TOKEN: \${{ github.token }}
          PULL_REQUEST: \${{ github.event.pull_request.number }}
        run: |
${indented(comment, 10)}
      - name: Keep the results
        if: always()
        uses: actions/upload-artifact@v7
        with:
          name: conformance
          path: reports/conformance
          if-no-files-found: ignore
`;
}

/** A comment that GitHub refuses must not hide the verdict. GitHub accepts 65,536 characters. */
const comment = `log="$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID"
summary=reports/conformance/summary.md
{
  echo '${commentMarker}'
  if [ -f "$summary" ]; then
    awk '{ size += length($0) + 1 } size > 60000 { print "\\nThe rest is in the artifact."; exit } { print }' "$summary"
  else
    echo 'The run wrote no summary.'
  fi
  printf '\\n[Log and reports](%s)\\n' "$log"
} > comment.md
comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
ours='.[] | select(.user.login == "github-actions[bot]" and (.body | startswith("${commentMarker}"))) | .id'
id=$(gh api --paginate "$comments?per_page=100" --jq "$ours" | head -n 1)
if [ -n "$id" ]; then
  gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field body=@comment.md
else
  gh api --silent --method POST "$comments" --field body=@comment.md
fi || echo '::warning::The comment cannot be written. The job needs the permission "pull-requests: write".'`;

function indented(text: string, by: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
}
