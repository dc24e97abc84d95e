import { randomUUID } from 'node:crypto';
import type { Call, Refusal, Reply, World } from './model.ts';
import type { Bag } from './types.ts';

const policy = 'max-age=0, private, must-revalidate';

const trace =
  '** (Ecto.Query.CastError) value cannot be cast to type :binary_id\n' +
  '    /app/lib/atlas/learn/guides.ex:31: Atlas.Learn.Guides.get/1\n' +
  '    /app/lib/atlas_web/controllers/guide_controller.ex:18: AtlasWeb.GuideController.show/2\n';

function messageOf(world: World, call: Call | undefined, refusal: Refusal): unknown {
  const { on } = world;
  const { kind, message } = refusal;
  if (kind === 'unknown-user' && call?.route === 'summaries' && on('exit-without-a-process-is-the-message')) {
    return "** (exit) no process: the process is not alive or there's no process associated with the given name";
  }
  if (kind === 'json' && call?.route === 'orders' && on('message-is-a-charlist')) {
    return [...message].map((letter) => letter.charCodeAt(0));
  }
  return message;
}

function descriptionOf(world: World, call: Call | undefined, refusal: Refusal): string | null {
  const { on } = world;
  if (on('descriptions-inspect-a-changeset')) return '#Ecto.Changeset<action: nil, changes: %{}, valid?: false>';
  if (refusal.kind === 'guide-id' && on('exception-is-formatted-with-its-stacktrace')) return trace;
  if (refusal.kind === 'unknown-user' && call?.route === 'orders' && on('exit-reason-holds-the-last-message')) {
    return `{:noproc, {GenServer, :call, [:orders, {:place, "${call.header('authorization') ?? ''}"}, 5000]}}`;
  }
  return refusal.description;
}

function bodyOf(world: World, call: Call | undefined, refusal: Refusal): Bag {
  const { on } = world;
  const id = randomUUID();
  const early = on('rendered-before-the-status-is-put') && call?.route === 'cash' && refusal.kind === 'unknown-user';
  const inspected = on('id-is-inspected') && call?.route === 'address' && refusal.kind === 'type';
  return {
    error: { description: descriptionOf(world, call, refusal), message: messageOf(world, call, refusal) },
    responseId: inspected ? `"${id}"` : id,
    status: early ? 200 : refusal.status,
    ...(on('errors-tell-their-exception') ? { __exception__: true, __struct__: 'Elixir.Atlas.Refused' } : {}),
    ...(on('errors-have-the-detail-of-the-framework') ? { errors: { detail: 'Refused' } } : {}),
  };
}

function challengeOf(world: World, call: Call | undefined, refusal: Refusal): string | undefined {
  const { on } = world;
  if (refusal.status !== 401) return undefined;
  const sent = call?.header('authorization') !== undefined;
  const lost = call?.route === 'summaries' && sent && refusal.kind === 'token';
  if (on('header-is-put-on-a-copy') && lost) return undefined;
  if (!on('challenge-steps-up')) return 'Bearer realm="atlas"';
  return 'Bearer realm="atlas", error="insufficient_user_authentication", acr_values="urn:atlas:loa:2", max_age="5"';
}

export function refuse(world: World, call: Call | undefined, refusal: Refusal): Reply {
  const malformed = call?.route === 'summaries' && refusal.kind === 'malformed-user';
  const bare = world.on('send-resp-names-no-media-type') && malformed;
  const challenge = challengeOf(world, call, refusal);
  return {
    status: refusal.status,
    fields: {
      'cache-control': policy,
      ...(bare ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
    },
    body: JSON.stringify(bodyOf(world, call, refusal)),
  };
}
