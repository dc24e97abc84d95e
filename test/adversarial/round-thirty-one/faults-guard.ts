import { transactionOf } from './answers.ts';
import type { Members, Site, Toggle, User } from './model.ts';
import { isObject, Refused, Shown, wrap } from './model.ts';

const delay = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const json = { 'Content-Type': 'application/json; charset=UTF-8', 'Cache-Control': 'private, no-store' };

function blank(id: string): User {
  return { id, language: 'en', currency: 'USD', scale: 0, denied: false };
}

const categoryOne: Toggle = (site) => {
  wrap(site, 'authorise', (inner) => async (x) => {
    if (x.authorization === undefined && transactionOf(x).startsWith('C')) return;
    await inner(x);
  });
};

const signOnMap: Toggle = (site) => {
  const map = { map: 'DFHSNT1', fields: { userid: '', password: '' }, text: 'Type your userid and password.' };
  wrap(site, 'authorise', (inner) => async (x) => {
    const strange = x.authorization !== undefined && !/^bearer +[\w-]+\.[\w-]+\.[\w-]*$/i.test(x.authorization);
    if (x.endpoint === 'portfolios' && strange) throw new Shown({ status: 200, headers: json, body: map });
    await inner(x);
  });
};

const warnsOnly: Toggle = (site) => {
  wrap(
    site,
    'verified',
    (inner) => (x, opened) => inner(x, x.endpoint === 'insights' && opened.rc <= 4 ? { ...opened, rc: 0 } : opened),
  );
};

const nineDigits: Toggle = (site) => {
  wrap(site, 'clock', (inner) => (x) => (x.endpoint === 'summaries' ? inner(x) % 1_000_000_000 : inner(x)));
};

const nonRecoverable: Toggle = (site) => {
  const write = (x: Parameters<Site['steps']['identify']>[0]): void => {
    try {
      site.steps.identify(x);
      site.steps.store(x, site.steps.address(x, site.steps.parse(x)));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  };
  wrap(site, 'authorise', (inner) => async (x) => {
    if (x.endpoint === 'address') write(x);
    await inner(x);
  });
};

const withoutErase: Toggle = (site) => {
  let screen: Members = {};
  wrap(site, 'finish', (inner) => (x, reply) => {
    if (x.endpoint !== 'notifications' || !isObject(reply.body)) return inner(x, reply);
    if (reply.status === 200) screen = reply.body;
    return inner(x, reply.status === 401 ? { ...reply, body: { ...screen, ...reply.body } } : reply);
  });
};

const warningMode: Toggle = (site) => {
  site.steps.entitled = () => true;
};

const headerRecord: Toggle = (site) => {
  const lowValues = '\u0000'.repeat(24);
  const file = new Map<string, User>([[lowValues, blank(lowValues)]]);
  wrap(site, 'identify', (inner) => (x) => {
    const record = x.endpoint === 'cash' && x.userId === undefined ? file.get(lowValues) : undefined;
    if (record === undefined) inner(x);
    else x.user = record;
  });
};

const unmodified: Toggle = (site) => {
  const saved = new Map<unknown, User>();
  wrap(site, 'identify', (inner) => (x) => {
    if (x.endpoint !== 'notifications') return inner(x);
    const terminal = x.claims?.['sub'];
    const kept = saved.get(terminal);
    if (x.userId === '' && kept !== undefined) x.user = kept;
    else inner(x);
    if (x.user !== undefined) saved.set(terminal, x.user);
  });
};

const plusHundred: Toggle = (site) => {
  wrap(site, 'identify', (inner) => (x) => {
    try {
      inner(x);
    } catch (error) {
      const sqlcode = error instanceof Refused && error.kind === 'unknown-user' ? 100 : -1;
      if (x.endpoint !== 'portfolios' || sqlcode < 0) throw error;
      x.user = blank(x.userId ?? '');
    }
  });
  wrap(site, 'portfolios', (inner) => async (x) => (x.user?.scale === 0 ? { portfolios: [] } : inner(x)));
};

const noReason: Toggle = (site) => {
  const byReturnCode = new Map([[8, 422]]);
  wrap(site, 'refuse', (inner) => (x, kind, detail) => {
    const reply = inner(x, kind, detail);
    if (x.endpoint !== 'summaries' || kind !== 'unknown-user' || !isObject(reply.body)) return reply;
    const status = byReturnCode.get(8) ?? reply.status;
    return { status, headers: json, body: { ...reply.body, status } };
  });
};

const sharedPcb: Toggle = (site) => {
  const pcb: { root?: User | undefined } = {};
  wrap(site, 'portfolios', (inner) => async (x) => {
    pcb.root = x.user;
    await delay(18);
    return inner({ ...x, user: pcb.root });
  });
};

export const guardFaults: Readonly<Record<string, Toggle>> = {
  'transactions-beginning-with-c': categoryOne,
  'sign-on-map-for-strange-credentials': signOnMap,
  'verification-only-warns': warnsOnly,
  'clock-of-nine-digits': nineDigits,
  'file-is-not-recoverable': nonRecoverable,
  'map-is-sent-without-erase': withoutErase,
  'profile-in-warning-mode': warningMode,
  'header-record-has-low-values': headerRecord,
  'unmodified-field-keeps-the-user': unmodified,
  'sqlcode-plus-hundred-is-not-negative': plusHundred,
  'reason-code-is-dropped': noReason,
  'position-of-a-shared-pcb': sharedPcb,
};
