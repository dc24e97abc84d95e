import type { Request } from '../exchange/request.ts';

export class Hold {
  #held: Readonly<{ over: Promise<void>; release: () => void }> | undefined;

  begin() {
    let open = () => {};
    const over = new Promise<void>((resolve) => {
      open = resolve;
    });
    const release = () => {
      this.#held = undefined;
      open();
    };
    this.#held = { over, release };
    return release;
  }

  end() {
    this.#held?.release();
  }

  concerns({ origin, purpose }: Request) {
    return this.#held !== undefined && origin === 'api' && purpose !== 'knock';
  }

  async over(request: Request) {
    while (this.concerns(request)) await this.#held?.over;
  }
}
