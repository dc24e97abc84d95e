import { userShared } from '../common-faults.ts';
import { defineStack } from '../define.ts';

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
  variations: {
    gunicorn: 'gunicorn manages the worker of uvicorn',
    'redirect-slashes': 'A path with a slash at the end is redirected, as by default',
    'cached-by-user': 'A dictionary stores the listing under the user',
    'no-content': 'The address update returns 204',
  },
  faults: {
    'default-not-found': 'The handler is not for the HTTPException of Starlette',
    'default-validation': 'Invalid bodies get the details of FastAPI',
    'http-bearer': 'HTTPBearer responds to a missing token with 403',
    'unverified-claims': 'get_unverified_claims reads the token',
    'dependency-forgotten': 'One route lacks the dependency for the token',
    'user-in-module': userShared('The user is in a module variable across an await'),
    'body-parameter': 'A body parameter is read without Content-Type',
    'union-coercion': {
      title: 'Union[int, str] converts "01970" to 1970',
      unfound: 'no sample has a postalCode with letters or leading zeros',
    },
    dollar: 'constr(regex=...) with $, which matches before a final line break',
    'lone-surrogate': {
      title: 'JSONResponse cannot encode a lone surrogate',
      source: 'RFC 8259 section 8.2',
    },
  },
});
