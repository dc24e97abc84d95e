import { Pool } from 'undici';
import type { Replay, Replayed } from './replay.ts';

// Sends the requests with the given concurrency, reads the responses, and reports the time.
process.once('message', async ({ origin, requests, concurrency }: Replay) => {
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 });
  let at = 0;
  let lost = 0;
  const work = async () => {
    for (let next = requests[at++]; next; next = requests[at++]) {
      const { method, path, headers, body = null } = next;
      try {
        const answer = await pool.request({ method, path, headers: headers.flat(), body });
        await answer.body.text();
      } catch {
        lost++;
      }
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: concurrency }, work));
  const replayed: Replayed = {
    seconds: (performance.now() - began) / 1000,
    sent: requests.length - lost,
  };
  process.send?.(replayed);
  await pool.close();
  process.disconnect();
});
