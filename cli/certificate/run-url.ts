/** The page of this job in its CI system. */
export function runUrl(env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = env;
  const github =
    server && repository && id ? `${server}/${repository}/actions/runs/${id}` : undefined;
  const url = github ?? env['CI_JOB_URL'] ?? env['BUILD_URL'];
  return url !== undefined && /^https?:\/\/[^@]+$/.test(url) && URL.canParse(url) ? url : undefined;
}
