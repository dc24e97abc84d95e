import { finalLineBreak, notFoundAsIs, tokenNotVerified, userShared } from '../common-faults.ts';
import { defineStack } from '../define.ts';
import { anyToken, fault, noSuchCode, ofJsonLoads } from '../fault.ts';

const worker = '--worker-class=uvicorn.workers.UvicornWorker';

/** FastAPI on uvicorn, as Debian packages them. */
export const fastapi = defineStack({
  id: 'fastapi',
  title: 'FastAPI with python-jose, on uvicorn',
  needs: {
    debian: ['python3-fastapi', 'python3-jose', 'uvicorn', 'gunicorn'],
    probe: ['/usr/bin/python3', '-c', 'import fastapi, jose, uvicorn, gunicorn'],
  },
  identity: 'oauth2-mock-server',
  program: ({ source, port, toggle }) => ({
    command:
      toggle === 'gunicorn'
        ? ['/usr/bin/gunicorn', `--chdir=${source}`, `--bind=127.0.0.1:${port}`, worker, 'main:app']
        : [
            '/usr/bin/uvicorn',
            '--app-dir',
            source,
            '--port',
            String(port),
            '--no-access-log',
            'main:app',
          ],
    env: { PYTHONDONTWRITEBYTECODE: '1' },
  }),
  variations: [
    { id: 'gunicorn', title: 'gunicorn manages the worker of uvicorn' },
    {
      id: 'redirect-slashes',
      title: 'A path with a slash at the end is redirected, as by default',
    },
    { id: 'cached-by-user', title: 'A dictionary stores the listing under the user' },
    { id: 'no-content', title: 'The address update returns 204' },
  ],
  faults: [
    notFoundAsIs('default-not-found', 'The handler is not for the HTTPException of Starlette'),
    fault(
      'default-validation',
      'Invalid bodies get the details of FastAPI',
      'framework-error-page',
      'errors/shape',
      {
        mayFail: ['address/content-type', ...ofJsonLoads],
      },
    ),
    fault(
      'http-bearer',
      'HTTPBearer responds to a missing token with 403',
      'status-mapping',
      'auth/missing',
      {
        mayFail: ['auth/malformed', 'auth/challenge'],
      },
    ),
    tokenNotVerified('unverified-claims', 'get_unverified_claims reads the token'),
    fault(
      'dependency-forgotten',
      'One route lacks the dependency for the token',
      'missing-guard',
      'auth/missing',
      {
        mayFail: anyToken,
      },
    ),
    userShared('user-in-module', 'The user is in a module variable across an await'),
    fault(
      'body-parameter',
      'A body parameter is read without Content-Type',
      'media-type',
      'address/content-type',
      {
        mayFail: ofJsonLoads,
      },
    ),
    fault(
      'union-coercion',
      'Union[int, str] converts "01970" to 1970',
      'coercion',
      'address/overwrites',
      {
        unfound: noSuchCode,
      },
    ),
    finalLineBreak('dollar', 'constr(regex=...) with $, which matches before a final line break'),
    fault(
      'lone-surrogate',
      'JSONResponse cannot encode a lone surrogate',
      'crash-on-body',
      'http/no-server-error',
      {
        source: 'RFC 8259 section 8.2',
      },
    ),
  ],
});
