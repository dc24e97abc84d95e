import { present } from '../counted.ts';
import { settingsOf } from '../profile-words.ts';
import { Clipped } from './clipped.tsx';
import { EndpointName } from './matrix.tsx';
import { Headings, ScrollBox } from './scroll-box.tsx';
import type { Shown } from './visible.ts';

type Profile = Shown['profile'];
type Declared = Profile['endpoints'][number];

const headings = [
  'Endpoint',
  'Area',
  'Effect',
  'Takes x-user-id',
  'Success',
  'Scopes',
  'Declared shapes',
];

export function ProfileOf({ result: { profile, evidence } }: { result: Shown }) {
  const settings = settingsOf(profile);
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">Declared by the operator</h2>
      <p class="lead">
        The specification does not define these. The operator declares them in the profile, for this
        target only.
      </p>
      <h3>Settings</h3>
      {settings.length === 0 ? (
        <p>None.</p>
      ) : (
        <ul class="plain">
          {settings.map((setting) => (
            <li key={setting}>
              <Clipped text={setting} />
            </li>
          ))}
        </ul>
      )}
      <h3>Endpoints whose shapes the profile declares</h3>
      {profile.endpoints.length === 0 ? (
        <p>None. The specification defines every endpoint of this run.</p>
      ) : (
        <ScrollBox label="Declared endpoints" class="wide">
          <table>
            <thead>
              <tr>
                <Headings of={headings} />
              </tr>
            </thead>
            <tbody>
              {profile.endpoints.map((endpoint) => (
                <DeclaredRow key={`${endpoint.method} ${endpoint.path}`} endpoint={endpoint} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {evidence && (
        <p class="soft small">
          Evidence: <Clipped text={evidence.file} bytes={200} />, SHA-256{' '}
          <code class="digest">{evidence.sha256}</code>
        </p>
      )}
    </section>
  );
}

function DeclaredRow({ endpoint }: { endpoint: Declared }) {
  const { method, path, area, safety, takesUser, statuses, scopes, requestSchema, responseSchema } =
    endpoint;
  const shapes = present(requestSchema && 'request', responseSchema && 'response');
  return (
    <tr>
      <th scope="row">
        <EndpointName endpoint={`${method} ${path}`} />
      </th>
      <td>{area}</td>
      <td>{safety}s</td>
      <td>{takesUser ? 'yes' : 'no'}</td>
      <td>{statuses.length === 0 ? 'any 2xx' : statuses.join(', ')}</td>
      <td>{scopes.length === 0 ? 'none' : <Clipped text={scopes.join(', ')} bytes={200} />}</td>
      <td>{shapes.length === 0 ? 'none' : shapes.join(' and ')}</td>
    </tr>
  );
}
