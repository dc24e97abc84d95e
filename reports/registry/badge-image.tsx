import { renderBadge } from '../badge.ts';
import type { RecordedRun } from './recorded-run.ts';

/**
 * Renders the badge of a run with the run's verdict in the registry: an incomplete run is never
 * conformant.
 */
export function badgeOf({ result, verdict }: RecordedRun): string {
  return renderBadge({ ...result, verdict });
}

/**
 * Shows the badge as a link to its file. The image is a data URL, because the page's policy forbids
 * loading files.
 */
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
      <img
        src={`data:image/svg+xml;base64,${data}`}
        height="20"
        alt={`Badge of ${name}: ${run.verdict}`}
      />
    </a>
  );
}
