interface Letter<M, A> {
  readonly message: M;
  readonly answer: (value: A) => void;
  readonly fail: (error: unknown) => void;
}

export interface Props<S, M, A> {
  readonly recover: () => Promise<S>;
  readonly receive: (state: S, message: M) => Promise<readonly [S, A]>;
  readonly idleMs: number;
  readonly onPassivated: () => void;
}

export interface Ref<M, A> {
  readonly ask: (message: M) => Promise<A>;
}

const ASK_TIMEOUT_MS = 5000;

/** One mailbox, one letter at a time. What arrives while the state is recovered waits in the mailbox. */
export function spawn<S, M, A>(props: Props<S, M, A>): Ref<M, A> {
  const mailbox: Letter<M, A>[] = [];
  let state: { readonly value: S } | undefined;
  let busy = false;
  let idle: NodeJS.Timeout | undefined;

  const drain = async (): Promise<void> => {
    busy = true;
    clearTimeout(idle);
    for (let letter = mailbox.shift(); letter; letter = mailbox.shift()) {
      try {
        state ??= { value: await props.recover() };
        const [value, answer] = await props.receive(state.value, letter.message);
        state = { value };
        letter.answer(answer);
      } catch (error) {
        // The supervisor restarts the actor: the next letter finds a state that is recovered anew.
        state = undefined;
        letter.fail(error);
      }
    }
    busy = false;
    idle = setTimeout(props.onPassivated, props.idleMs).unref();
  };

  return {
    ask: (message) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('The ask timed out.')), ASK_TIMEOUT_MS).unref();
        const answer = (value: A): void => {
          clearTimeout(timer);
          resolve(value);
        };
        const fail = (error: unknown): void => {
          clearTimeout(timer);
          reject(error);
        };
        mailbox.push({ message, answer, fail });
        if (!busy) void drain();
      }),
  };
}

/** Finds the actor of an id, and starts it where it is not running. */
export function region<S, M, A>(
  props: (id: string) => Omit<Props<S, M, A>, 'onPassivated'>,
): (id: string) => Ref<M, A> {
  const running = new Map<string, Ref<M, A>>();
  return (id) => {
    const found = running.get(id);
    if (found) return found;
    const ref = spawn({ ...props(id), onPassivated: () => running.delete(id) });
    running.set(id, ref);
    return ref;
  };
}
