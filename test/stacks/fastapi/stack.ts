import { defineStack } from '../define.ts';
import type { Fault } from '../stack.ts';

const faults: readonly Fault[] = [
  {
    id: 'default-not-found',
    title: 'The handler is for the HTTPException of FastAPI, and Starlette raises its own for 404',
    mechanism: 'framework-error-page',
    breaks: 'errors/unknown-route',
  },
  {
    id: 'default-validation',
    title: 'An invalid body gets the detail list of FastAPI',
    mechanism: 'framework-error-page',
    breaks: 'errors/shape',
    also: ['address/content-type'],
    asWell: { 'address/malformed-json': 'address/json-extensions takes these cases over' },
  },
  {
    id: 'http-bearer',
    title: 'HTTPBearer responds to a missing token with 403',
    mechanism: 'status-mapping',
    breaks: 'auth/missing',
    also: ['auth/malformed', 'auth/challenge'],
  },
  {
    id: 'unverified-claims',
    title: 'get_unverified_claims reads the token',
    mechanism: 'token-validation',
    breaks: 'auth/forged',
    also: ['auth/expired', 'auth/other-audience', 'auth/forged-key-confusion', 'scope/forged-scope'],
  },
  {
    id: 'dependency-forgotten',
    title: 'One route lacks the dependency that checks the token',
    mechanism: 'missing-guard',
    breaks: 'auth/missing',
    also: ['auth/malformed', 'auth/forged', 'auth/forged-key-confusion', 'auth/expired', 'auth/other-audience'],
  },
  {
    id: 'user-in-module',
    title: 'The user is in a module variable while the endpoint awaits',
    mechanism: 'race',
    breaks: 'user/isolation',
    also: ['guides/localised', 'notifications/localised', 'summaries/forbidden', 'http/no-server-error'],
  },
  {
    id: 'response-model',
    title: 'The response model lacks `active`, so FastAPI filters it out',
    mechanism: 'missing-member',
    breaks: 'notifications/schema',
  },
  {
    id: 'body-parameter',
    title: 'A body parameter is read without Content-Type, and accepts NaN',
    mechanism: 'media-type',
    breaks: 'address/content-type',
    asWell: { 'address/malformed-json': 'address/json-extensions takes these cases over' },
  },
  {
    id: 'union-coercion',
    title: 'Union[int, str] converts "01970" to 1970',
    mechanism: 'coercion',
    breaks: 'address/overwrites',
  },
  {
    id: 'dollar',
    title: 'constr(regex=...) with $, which matches before a final line break',
    mechanism: 'missing-validation',
    breaks: 'address/country-code',
    unfound: 'no case has a countryCode that ends in a line break',
  },
  {
    id: 'lone-surrogate',
    title: 'json.loads accepts "\\ud800", and JSONResponse cannot encode it',
    mechanism: 'crash-on-body',
    breaks: 'http/no-server-error',
    source: 'RFC 8259 section 8.2',
  },
  {
    id: 'body-in-middleware',
    title: 'A BaseHTTPMiddleware awaits the body, and the endpoint waits for it forever',
    mechanism: 'no-response',
    breaks: 'http/answers',
  },
];

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
        ? [
            '/usr/bin/gunicorn',
            '--chdir',
            source,
            '--bind',
            `127.0.0.1:${port}`,
            '-k',
            'uvicorn.workers.UvicornWorker',
            'main:app',
          ]
        : ['/usr/bin/uvicorn', '--app-dir', source, '--port', String(port), '--no-access-log', 'main:app'],
    env: { PYTHONDONTWRITEBYTECODE: '1' },
  }),
  variations: [
    { id: 'gunicorn', title: 'gunicorn manages the worker of uvicorn' },
    { id: 'redirect-slashes', title: 'A path with a slash at the end is redirected, as by default' },
    { id: 'cached-by-user', title: 'A dictionary stores the listing under the user' },
    { id: 'no-content', title: 'The address update returns 204' },
  ],
  faults,
});
