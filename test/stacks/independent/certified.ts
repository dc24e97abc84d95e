import { readFile } from 'node:fs/promises';
import type { Area } from '../../../engine/catalogue/levels.ts';
import { type Config, emptyProfile, type JsonSchema, type Profile } from '../../../engine/config/config.ts';
import { type Certified, certifyTarget } from '../../engine/session/in-process.ts';
import { scopeIsAll } from '../../scope.ts';
import { type Independent, startIndependent } from './start.ts';

/** `declared.json`, in which the author of the independent implementation describes its endpoints. */
interface Declared {
  readonly endpoints: readonly {
    readonly area: Area;
    readonly method: string;
    readonly path: string;
    readonly pathSample?: Readonly<Record<string, string>>;
    readonly takesUser: boolean;
    readonly scopes: readonly string[];
    readonly changes: boolean;
    readonly sample?: unknown;
    readonly statuses: readonly number[];
    readonly createdUserIdAt?: string;
    readonly requestSchema?: JsonSchema;
    readonly responseSchema?: JsonSchema;
  }[];
  readonly addressReadBack: { readonly method: string; readonly path: string; readonly addressAt: string };
  readonly guidePath: string;
  readonly orderSample: Readonly<Record<string, unknown>>;
}

/** Reads the profile of the independent implementation. */
export async function independentProfile(): Promise<Profile> {
  const said = JSON.parse(await readFile(new URL('declared.json', import.meta.url), 'utf8')) as Declared;
  const { method, path, addressAt } = said.addressReadBack;
  const creation = said.endpoints.find(({ createdUserIdAt }) => createdUserIdAt !== undefined);
  return {
    ...emptyProfile,
    guidePath: said.guidePath,
    order: said.orderSample,
    addressReadBack: { endpoint: `${method} ${path}`, address: addressAt },
    ...(creation?.createdUserIdAt
      ? { userCreation: { endpoint: `${creation.method} ${creation.path}`, id: creation.createdUserIdAt } }
      : {}),
    endpoints: [
      {
        area: 'users',
        method,
        path,
        parameters: {},
        statuses: [200],
        scopes: [],
        takesUser: true,
        safety: 'read',
      },
      ...said.endpoints.map(({ changes, pathSample = {}, createdUserIdAt: _id, ...endpoint }) => ({
        area: endpoint.area,
        method: endpoint.method,
        path: endpoint.path,
        parameters: pathSample,
        ...(endpoint.sample === undefined ? {} : { sample: endpoint.sample }),
        ...(endpoint.requestSchema === undefined ? {} : { requestSchema: endpoint.requestSchema }),
        ...(endpoint.responseSchema === undefined ? {} : { responseSchema: endpoint.responseSchema }),
        statuses: endpoint.statuses,
        scopes: endpoint.scopes,
        takesUser: endpoint.takesUser,
        safety: changes
          ? endpoint.area === 'savings-orders'
            ? ('order' as const)
            : ('write' as const)
          : ('read' as const),
      })),
    ],
  };
}

function configOf(server: Independent, profile: Profile): Config {
  const { baseUrl, authUrl, audience, scoped, unscoped, users, expiredToken, otherAudienceToken } = server;
  return {
    target: { baseUrl, authUrl, audience, sandbox: true },
    clients: { scoped, unscoped },
    tokens: { expired: expiredToken, otherAudience: otherAudienceToken },
    users: { ...users, sameLanguage: false },
    allow: { writes: true, orders: true, desync: true },
    depth: scopeIsAll ? 'standard' : 'quick',
    seed: 7,
    strict: false,
    concurrency: 8,
    timeoutMs: 5_000,
    deadlineS: 120,
    network: { headers: {}, allowPlainHttp: false },
    profile,
  };
}

/** Starts the independent implementation with at most one defect, and certifies it completely. */
export async function certifyIndependent(defect?: string): Promise<Certified> {
  const [server, profile] = await Promise.all([startIndependent(defect), independentProfile()]);
  try {
    return await certifyTarget(configOf(server, profile));
  } finally {
    await server.close();
  }
}
