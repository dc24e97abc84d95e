import { basename } from 'node:path';
import { see } from './engine.ts';
import { exitCodes } from './exit.ts';
import { findProcess } from './process-table.ts';

type Interruptible = Readonly<{
  interrupt: () => void;
  kill: () => void;
}>;

export type Interruption = Readonly<{
  /** The reason is the name of the signal, or what happened and what to do. */
  signal: AbortSignal;
  /** Interrupts the work at once if the process was told to end before. */
  passTo: (work: Interruptible) => void;
  release: () => void;
}>;

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

const pollMs = 100;

/**
 * Calls `act` once if the parent has ended, or a process above it in the same group, such as `npx`
 * or the shell of a CI step: these end on a signal without passing it on. What `nohup` starts may
 * outlive them, and so may what never had a parent (`setsid`, systemd). Returns a function that
 * stops watching. Without /proc it notices only its own parent, and on Windows none.
 */
function onOrphaned(act: () => void) {
  const { ppid, pid } = process;
  const isOnItsOwn = ppid <= 1 || findProcess(pid)?.session === pid;
  if (isOnItsOwn || isUnderNohup()) return () => {};
  const above = processesAbove(pid);
  const watch = setInterval(() => {
    if (process.ppid === ppid && above.every(isRunning)) return;
    clearInterval(watch);
    act();
  }, pollMs).unref();
  return () => clearInterval(watch);
}

/**
 * Node resets ignored signals, so only the path of the command tells, which the shell stores here.
 */
function isUnderNohup() {
  return basename(process.env['_'] ?? '') === 'nohup';
}

type Above = Readonly<{
  pid: number;
  started: string;
}>;

/** Nearest first, without the first process of the system. */
function processesAbove(pid: number) {
  const own = findProcess(pid);
  const above: Above[] = [];
  for (let next = own?.parent ?? 0; next > 1; ) {
    const found = findProcess(next);
    if (!found || found.group !== own?.group) break;
    above.push({ pid: next, started: found.started });
    next = found.parent;
  }
  return above;
}

function isRunning({ pid, started }: Above) {
  const found = findProcess(pid);
  return found?.started === started && !found.hasEnded;
}
