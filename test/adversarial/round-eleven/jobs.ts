/** Scheduled jobs, which end with the application. */
export class Scheduler {
  readonly #timers = new Set<NodeJS.Timeout>();

  every(milliseconds: number, job: () => void): void {
    this.#timers.add(setInterval(job, milliseconds));
  }
  after(milliseconds: number, job: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      job();
    }, milliseconds);
    this.#timers.add(timer);
  }
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
