import { type Config, emptyProfile } from '../../engine/config/config.ts';
import { type Certified, certifyTarget } from '../kernel/in-process.ts';

export interface Client {
  readonly id: string;
  readonly secret: string;
}

/** A started implementation of another author's, and what an operator has to know of it. */
export interface Target {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly jwksUrl?: string | undefined;
  readonly audience: string;
  readonly clients: { readonly scoped: Client; readonly unscoped: Client };
  readonly users: { readonly first: string; readonly second: string; readonly denied?: string | undefined };
  readonly expiredToken?: string | undefined;
  readonly otherAudienceToken?: string | undefined;
  readonly readBack?: { readonly method: 'GET'; readonly path: string; readonly pointer: string } | undefined;
  readonly close: () => Promise<void>;
}

/** One thing wrong with it. */
export interface Defect {
  readonly id: string;
  readonly title: string;
  readonly breaks: string;
  /** Requirements that necessarily speak as well. */
  readonly also?: readonly string[];
}

/** Another correct form of it. */
export interface Variation {
  readonly id: string;
  readonly title: string;
}

/** What an author wrote without having seen a check. */
export interface Round {
  readonly name: string;
  readonly start: (toggle?: string) => Promise<Target>;
  readonly defects: readonly Defect[];
  readonly variations: readonly Variation[];
}

/** Starts it with that toggle or none, certifies it in full, and ends it. */
export async function certifyRound(
  { start }: Round,
  toggle: string | undefined,
  changes: Partial<Config> = {},
): Promise<Certified> {
  const target = await start(toggle);
  try {
    return await certifyTarget({ ...configOf(target), ...changes });
  } finally {
    await target.close();
  }
}

function configOf(target: Target): Config {
  const { baseUrl, authUrl, jwksUrl, audience, clients, users, expiredToken, otherAudienceToken, readBack } = target;
  const { first, second, denied } = users;
  return {
    target: { baseUrl, authUrl, audience, sandbox: true, ...(jwksUrl === undefined ? {} : { jwksUrl }) },
    clients,
    tokens: {
      ...(expiredToken === undefined ? {} : { expired: expiredToken }),
      ...(otherAudienceToken === undefined ? {} : { otherAudience: otherAudienceToken }),
    },
    users: { first, second, ...(denied === undefined ? {} : { denied }), sameLanguage: false },
    allow: { writes: true, orders: true, desync: true },
    depth: 'standard',
    seed: 7,
    strict: false,
    concurrency: 8,
    timeoutMs: 5_000,
    deadlineS: 900,
    network: { headers: {}, allowPlainHttp: false },
    profile: {
      ...emptyProfile,
      ...(readBack === undefined
        ? {}
        : {
            addressReadBack: { endpoint: `GET ${readBack.path}`, address: readBack.pointer },
            endpoints: [
              {
                area: 'users',
                method: 'GET',
                path: readBack.path,
                parameters: {},
                statuses: [200],
                scopes: [],
                takesUser: true,
                safety: 'read',
              },
            ],
          }),
    },
  };
}
