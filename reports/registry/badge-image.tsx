import { renderBadge } from '../badge.ts';
import type { RecordedRun } from './recorded-run.ts';

/** The badge of a run: a part never makes conformant, on the badge either. */
export function badgeOf({ result, verdict }: RecordedRun): string {
  return renderBadge({ ...result, verdict });
}

/** The badge as an image that is in the page itself, because the page may load none, with a link to its file. */
export function BadgeImage({
  run,
  file,
  name,
}: {
  readonly run: RecordedRun;
  readonly file: string;
  readonly name: string;
}) {
  const data = Buffer.from(badgeOf(run)).toString('base64');
  return (
    <a class="badge" href={file}>
      <img src={`data:image/svg+xml;base64,${data}`} height="20" alt={`Badge of ${name}: ${run.verdict}`} />
    </a>
  );
}
