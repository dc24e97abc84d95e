import { see } from '../engine/config/troubleshooting.ts';
import { exitCodes } from './exit.ts';
import { isUnderNohup, onOrphaned } from './parent-watch.ts';

export interface Interruptible {
  readonly interrupt: () => void;
  readonly kill: () => void;
}

export interface Interruption {
  /** The reason is the name of the signal, or what happened and what to do. */
  readonly signal: AbortSignal;
  /** Interrupts the work at once if the process was told to end before. */
  readonly passTo: (work: Interruptible) => void;
  /** Leaves signals to Node again. */
  readonly release: () => void;
}

/**
 * A process manager may pass on a signal that this process got too. Within this time, both are one.
 */
const sameSignalMs = 200;

const outlive = `To keep a run, start it with nohup, setsid or tmux. ${see('ended-early')}`;
const orphaned = `the process that started the run has ended. ${outlive}`;
const hungUp = `SIGHUP, as when a terminal is closed. ${outlive}`;

/** A second SIGINT or SIGTERM ends the process at once, with exit code 130. */
export function listenForInterruption(): Interruption {
  const interruption = new AbortController();
  const { signal } = interruption;
  let work: Interruptible | undefined;
  let interruptedAt = 0;
  const interrupt = (why: string) => {
    if (signal.aborted) return;
    interruptedAt = performance.now();
    interruption.abort(why);
    work?.interrupt();
  };
  const onSignal = (name: 'SIGINT' | 'SIGTERM') => {
    if (!signal.aborted) return interrupt(name);
    if (performance.now() - interruptedAt < sameSignalMs) return;
    work?.kill();
    process.exit(exitCodes.interrupted);
  };
  const onHangUp = () => {
    if (!isUnderNohup()) interrupt(hungUp);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onHangUp);
  const unwatch = onOrphaned(() => interrupt(orphaned));
  return {
    signal,
    passTo: (begun) => {
      work = begun;
      if (signal.aborted) begun.interrupt();
    },
    release: () => {
      unwatch();
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('SIGHUP', onHangUp);
    },
  };
}
