import type {
  Action,
  Address,
  Config,
  Endpoint,
  Exchange,
  FilterName,
  Json,
  Keyring,
  Middleware,
  Refusal,
  RegisteredClient,
  Reply,
  User,
} from './core.ts';
import type { Lexicon } from './lexicon.ts';

export interface Guide {
  readonly id: string;
  readonly key: string;
  readonly contentType: string | null;
  readonly slug: string;
  readonly colour: string;
  readonly chapters: number;
}

export interface Order {
  readonly isin: string;
  readonly side: unknown;
  readonly amount: number;
}

/** Everything that a class of the monolith could reopen. All state belongs to one started instance. */
export interface App {
  readonly config: Config;
  readonly keyring: Keyring;
  readonly users: Map<string, User>;
  readonly addresses: Map<string, Address>;
  readonly guides: Guide[];
  readonly words: Lexicon;
  readonly around: Middleware[];
  readonly wrappers: ((body: Buffer, headers: Record<string, string>) => Buffer)[];
  readonly readBack: { path: string; pointer: string };
  readonly chain: Record<Endpoint, FilterName[]>;
  readonly filters: Record<FilterName, (x: Exchange) => void | Promise<void>>;
  readonly actions: Record<Endpoint, Action>;
  route(x: Exchange): void;
  findUser(id: string, x: Exchange): User | undefined;
  wellFormed(id: string, x: Exchange): boolean;
  text(user: User | undefined, key: string): string;
  money(user: User, amount: number): string;
  percent(user: User, share: number): string;
  presentGuide(guide: Guide, index: number, user: User): Json;
  presentGuides(x: Exchange, user: User): Json[];
  presentDays(user: User): Json[];
  presentSettings(user: User): Json;
  checkMediaType(x: Exchange): void;
  parse(x: Exchange): unknown;
  validateAddress(body: unknown, x: Exchange): Address;
  store(user: User, address: Address): void;
  stored(user: User): Address | undefined;
  validateOrder(body: unknown): Order;
  responseId(x: Exchange): string;
  refuse(x: Exchange, refusal: Refusal): Reply;
  dump(body: unknown, x: Exchange): string;
  checkGrant(grant: unknown): boolean;
  checkClient(id: unknown, secret: unknown): RegisteredClient | undefined;
  tokenAnswer(client: RegisteredClient): Promise<Reply>;
}
