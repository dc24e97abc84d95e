import { counted } from '../counted.ts';
import { Clipped } from './clipped.tsx';
import { EndpointName } from './matrix.tsx';
import { ScrollBox } from './scroll-box.tsx';
import type { Shown } from './visible.ts';

type Profile = Shown['profile'];
type Declared = Profile['endpoints'][number];

/** What the operator declared where the specification is silent, so that nobody takes it for the specification's. */
export function ProfileOf({ result: { profile, evidence } }: { readonly result: Shown }) {
  const settings = settingsOf(profile);
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">Declared by the operator</h2>
      <p class="lead">
        The specification leaves these open; the profile of this implementation fills them in. They hold for this target
        and say nothing about others.
      </p>
      <h3>Settings</h3>
      {settings.length === 0 ? (
        <p>Nothing was set.</p>
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
        <p>None: every endpoint of this run is the specification’s.</p>
      ) : (
        <ScrollBox label="Declared endpoints" class="wide">
          <table>
            <thead>
              <tr>
                <th scope="col">Endpoint</th>
                <th scope="col">Area</th>
                <th scope="col">Effect</th>
                <th scope="col">Takes a user</th>
                <th scope="col">Success</th>
                <th scope="col">Scopes</th>
                <th scope="col">Declared shapes</th>
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
      {evidence ? (
        <p class="soft small">
          Evidence: <Clipped text={evidence.file} bytes={200} />, SHA-256 <code class="digest">{evidence.sha256}</code>
        </p>
      ) : null}
    </section>
  );
}

function DeclaredRow({ endpoint }: { readonly endpoint: Declared }) {
  const { method, path, area, safety, takesUser, statuses, scopes, requestSchema, responseSchema } = endpoint;
  const shapes = [
    ...(requestSchema === undefined ? [] : ['request']),
    ...(responseSchema === undefined ? [] : ['response']),
  ];
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

function settingsOf(profile: Profile): string[] {
  const { guidePath, guideOrder, malformedUserStatus, successStatus, responseSchemas, scopes } = profile;
  const { addresses, order, addressReadBack, userCreation, absentMethods } = profile;
  return [
    ...(guidePath === undefined ? [] : [`A guide is at ${guidePath}.`]),
    ...(guideOrder ? [`The guides come in this order: ${guideOrder.join(', ')}.`] : []),
    ...(malformedUserStatus === undefined ? [] : [`A malformed x-user-id is answered with ${malformedUserStatus}.`]),
    ...Object.entries(successStatus).map(([endpoint, status]) => `${endpoint} succeeds with ${status}.`),
    ...Object.keys(responseSchemas).map((endpoint) => `The answer of ${endpoint} conforms to a declared schema.`),
    ...Object.entries(scopes).map(([endpoint, names]) => `${endpoint} requires ${names.join(' and ')}.`),
    ...(addresses ? [`${counted(addresses.length, 'address', 'addresses')} of the operator’s own are sent.`] : []),
    ...(order ? ['An order of the operator’s own is sent.'] : []),
    ...(addressReadBack
      ? [`The stored address is read at ${addressReadBack.endpoint}, ${pointerWords(addressReadBack.address)}.`]
      : []),
    ...(userCreation
      ? [`Users are created by ${userCreation.endpoint}; the id is ${pointerWords(userCreation.id)}.`]
      : []),
    ...(absentMethods.length > 0
      ? [`No endpoint has the ${absentMethods.length === 1 ? 'method' : 'methods'} ${absentMethods.join(', ')}.`]
      : []),
  ];
}

function pointerWords(pointer: string): string {
  return pointer === '' ? 'the whole answer' : `the member ${pointer}`;
}
