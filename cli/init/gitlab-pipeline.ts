import { commentMarker } from './variables.ts';

export function gitlabPipeline(install: string): string {
  return `# Certifies the implementation. Set M2M_BASE_URL, M2M_CLIENT_SECRET (masked) and the like under Settings, CI/CD, Variables.
# GitLab passes them to the job. It passes protected variables only to protected branches.
#
# For a note on each merge request, set GITLAB_TOKEN (masked) to a project access token with the scope api. Without it the
# job only prints the summary.
conformance:
  image: node:22
  timeout: 30 minutes
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
    - if: $CI_PIPELINE_SOURCE == "web"
  # Two runs at the same time would change the same test user's data.
  resource_group: conformance
  variables:
    # The job needs no git history.
    GIT_DEPTH: '1'
  script:
    # The pipeline of a fork does not get the variables of this project.
    - |
      if [ "\${CI_MERGE_REQUEST_PROJECT_ID:-$CI_PROJECT_ID}" != "$CI_PROJECT_ID" ]; then
        echo 'This pipeline gets no secrets, because it belongs to a fork. Nothing is certified.'
        exit 0
      fi
    # The command below is a file of node_modules, so nothing runs but what the next line installs.
    - ${install}
    # Exit codes: 0 conformant, 1 non-conformant, 2 wrong configuration, 3 inconclusive, 4 the harness failed.
    # npx and the shell would not pass on the signal of a cancelled job. After it, the run restores the test user's address.
    - node_modules/.bin/m2m-conformance run --out reports/conformance & trap "kill $!; wait $!; exit \\$?" HUP INT TERM; wait $!
  # Runs also if the script fails, and does not change its exit code.
  after_script:
    - test ! -f reports/conformance/summary.md || cat reports/conformance/summary.md
    # Updates its own note, so that each merge request has one.
    - |
      test -n "$GITLAB_TOKEN" && test "$CI_MERGE_REQUEST_PROJECT_ID" = "$CI_PROJECT_ID" || exit 0
      node --input-type=module <<'END'
${note.replaceAll(/^(?=.)/gm, '      ')}
      END
  artifacts:
    when: always
    paths:
      - reports/conformance
    reports:
      junit: reports/conformance/junit.xml
`;
}

/** Other processes can read arguments, and errors of `fetch` may quote the token. */
const note = `import { existsSync, readFileSync } from 'node:fs';
const { CI_API_V4_URL: api, CI_PROJECT_ID: project, CI_MERGE_REQUEST_IID: request, CI_JOB_URL: job } = process.env;
const headers = { 'PRIVATE-TOKEN': process.env.GITLAB_TOKEN, 'Content-Type': 'application/json' };
let answer;
const send = async (path, more) => {
  answer = 'no response';
  const response = await fetch(api + path, { headers, ...more });
  answer = 'status ' + response.status;
  if (!response.ok) throw new Error(answer);
  return response;
};
const summary = 'reports/conformance/summary.md';
const text = existsSync(summary) ? readFileSync(summary, 'utf8') : 'The run wrote no summary.\\n';
const body = JSON.stringify({ body: '${commentMarker}\\n' + text + '\\n[Log and reports](' + job + ')\\n' });
const notes = '/projects/' + project + '/merge_requests/' + request + '/notes';
try {
  const { id: me } = await (await send('/user')).json();
  let ours;
  for (let page = '1'; page && !ours; ) {
    const response = await send(notes + '?per_page=100&page=' + page);
    const isOurs = ({ author, body }) => author?.id === me && body.startsWith('${commentMarker}');
    ours = (await response.json()).find(isOurs);
    page = response.headers.get('x-next-page');
  }
  if (ours) await send(notes + '/' + ours.id, { method: 'PUT', body });
  else await send(notes, { method: 'POST', body });
} catch {
  console.log('The note cannot be written (' + answer + '). GITLAB_TOKEN needs the scope api.');
}`;
