import { noticeText } from "@atoll/contract/identity/notices";
import { roleTitle } from "@atoll/contract/identity/role-title";
import { sql } from "kysely";
import {
  type NotificationDefinition,
  namesInWords,
  type StoredNotification,
  type WordSources,
} from "../../platform/kinds/notification-kinds.ts";

/** The data of one entry: the actor, and the department, role or person by its current or last name. */
interface Said {
  actor: string;
  place: string;
  link: string;
  facts: StoredNotification["facts"];
  count: number;
}

/** The kinds of notifications about accounts. People can always read them, whatever happens to the subject. */
export const accountNotificationDefinitions: readonly NotificationDefinition[] = [
  ofAccount("password.set", ({ actor, place }) => noticeText({ kind: "password.set", actor, place }), {
    isOnTop: true,
  }),
  ofAccount("password.reset", ({ actor, place }) => noticeText({ kind: "password.reset", actor, place }), {
    isOnTop: true,
    excerpt: ({ facts }) =>
      `It was done with ${deviceOf(facts)} at ${facts.address ?? "an address"}. If that was not you, tell an administrator.`,
  }),
  ofAccount("passkey.added", ({ actor, place }) => noticeText({ kind: "passkey.added", actor, place }), {
    isOnTop: true,
    excerpt: ({ facts }) =>
      `It was done with ${deviceOf(facts)} at ${facts.address ?? "an address"}. If that was not you, remove it in the settings and choose another password.`,
  }),
  ofAccount("token.created", ({ actor, place }) => noticeText({ kind: "token.created", actor, place }), {
    isOnTop: true,
    excerpt: ({ facts }) =>
      `It was done with ${deviceOf(facts)} at ${facts.address ?? "an address"}. If that was not you, revoke it in the settings and choose another password.`,
  }),
  ofAccount("feed.created", ({ actor, place }) => noticeText({ kind: "feed.created", actor, place }), {
    isOnTop: true,
    excerpt: ({ facts }) =>
      `It was done with ${deviceOf(facts)} at ${facts.address ?? "an address"}. If that was not you, revoke it in the settings and choose another password.`,
  }),
  ofAccount(
    "program.connected",
    ({ actor, place }) => noticeText({ kind: "program.connected", actor, place }),
    {
      isOnTop: true,
      excerpt: ({ facts }) =>
        `${facts.grants ?? ""} It was done with ${deviceOf(facts)} at ${facts.address ?? "an address"}. If that was not you, disconnect it in the settings and choose another password.`,
    },
  ),
  ofAccount("program.reused", ({ actor, place }) => noticeText({ kind: "program.reused", actor, place }), {
    isOnTop: true,
    excerpt: ({ facts }) =>
      `A code or token was used a second time from ${facts.address ?? "an address"}. If you connect the program again, do so only from a device that you trust.`,
  }),
  ofAccount(
    "bot-token.created",
    ({ actor, place }) => noticeText({ kind: "bot-token.created", actor, place }),
    {
      isOnTop: true,
      excerpt: ({ facts }) =>
        `It was done with ${deviceOf(facts)} at ${facts.address ?? "an address"}. If that was not you, choose another password: that ends all tokens of your bots.`,
    },
  ),
  ofAccount("webhook.set", ({ actor, place }) => noticeText({ kind: "webhook.set", actor, place }), {
    isOnTop: true,
    excerpt: ({ facts }) =>
      `It was done with ${deviceOf(facts)} at ${facts.address ?? "an address"}. If that was not you, choose another password: that switches off all your outgoing webhooks.`,
  }),
  ofAccount("email.changed", ({ actor, place }) => noticeText({ kind: "email.changed", actor, place }), {
    isOnTop: true,
  }),
  ofAccount(
    "second-factor.removed",
    ({ actor, place }) => noticeText({ kind: "second-factor.removed", actor, place }),
    { isOnTop: true },
  ),
  ofAccount(
    "department.entered",
    ({ actor, place }) => noticeText({ kind: "department.entered", actor, place }),
    {
      isOnTop: true,
      audience: ({ subjectId }) => sql`
      SELECT user_id AS id, 'member' AS reason FROM user_departments WHERE department_id = ${subjectId}`,
    },
  ),
  ofAccount("role.taken", ({ actor, place }) => noticeText({ kind: "role.taken", actor, place }), {
    isOnTop: true,
    audience: ({ subjectId }) => sql`
      SELECT DISTINCT user_id AS id, 'holder' AS reason FROM user_roles WHERE role_id = ${subjectId}`,
  }),
  ofAccount("role.given", ({ actor, place }) => `${actor} has given you the role ${roleTitle(place)}.`),
  ofAccount(
    "role.withdrawn",
    ({ actor, place }) => `${actor} has taken the role ${roleTitle(place)} from you.`,
  ),
  ofAccount("department.joined", ({ actor, place }) => `${actor} has put you into ${place}.`),
  ofAccount("department.left", ({ actor, place }) => `${actor} has taken you out of ${place}.`),
  ofAccount("bot.inherited", ({ actor, place }) => `${actor} has made you the owner of the bot ${place}.`, {
    excerpt: () => "It works once you have made a token for it, under Bots in the admin panel.",
  }),
  ofAccount(
    "account.inherited",
    ({ actor, place }) => `${actor} has handed over to you what ${place} owned.`,
  ),
  ofAccount("webhook.stopped", (said) => stoppedWebhookTexts(said).title, {
    excerpt: (said) => stoppedWebhookTexts(said).excerpt,
  }),
  ofAccount(
    "session.new-device",
    ({ facts, count }) =>
      count > 1
        ? `${count} new sign-ins, the last with ${deviceOf(facts)}`
        : `New sign-in with ${deviceOf(facts)}`,
    {
      excerpt: ({ facts, count }) =>
        `${count > 1 ? "They are browsers that you have not used before, the last" : "It is a browser that you have not used before,"} at ${facts.address ?? "an address"}. If that was not you, sign out everywhere and choose another password.`,
    },
  ),
];

/** The texts of a webhook that was switched off or deleted, by the reason. */
function stoppedWebhookTexts({ actor, place, facts }: Said): { title: string; excerpt: string } {
  switch (facts.reason) {
    case "access_ended":
      return {
        title: `Your outgoing webhook “${place}” was switched off, because your sessions were ended.`,
        excerpt: "Check that you made it and know its address, and switch it on again.",
      };
    case "administrator":
      return {
        title: `${actor} has switched off your outgoing webhook “${place}”.`,
        excerpt: "Ask them before you switch it on again.",
      };
    case "deleted":
      return {
        title: `${actor} has deleted your outgoing webhook “${place}”.`,
        excerpt: "It sends nothing any more.",
      };
    default:
      return {
        title: `Your outgoing webhook “${place}” was switched off: its receiver has failed for a day or is gone.`,
        excerpt: "Its log has what was not sent. Switch it on again and replay that.",
      };
  }
}

/** A device is listed by itself, with a capital: "A program". */
function deviceOf({ device = "a browser" }: StoredNotification["facts"]): string {
  return device.replace(/^(A|Unknown) /, (word) => word.toLowerCase());
}

function ofAccount(
  kind: NotificationDefinition["kind"],
  title: (said: Said) => string,
  others: Partial<Pick<NotificationDefinition, "isOnTop" | "audience">> & {
    excerpt?: (said: Said) => string;
  } = {},
): NotificationDefinition {
  const { excerpt, ...parts } = others;
  return {
    kind,
    isForGuests: true,
    audience: ({ people }) => sql`
      SELECT id, 'account' AS reason FROM unnest(${[...people]}::uuid[]) AS p (id)`,
    isReadable: () => sql<boolean>`true`,
    async inWords(sources, entries) {
      const said = await findSaid(sources, entries);
      return new Map(
        entries.map((entry) => {
          const one = said(entry);
          return [entry.id, { title: title(one), excerpt: excerpt?.(one) ?? "", link: one.link }];
        }),
      );
    },
    ...parts,
  };
}

async function findSaid(
  { db, people }: WordSources,
  entries: readonly StoredNotification[],
): Promise<(entry: StoredNotification) => Said> {
  const subjectIds = entries.map(({ subjectId }) => subjectId);
  const [actors, { rows }] = await Promise.all([
    people.of(entries.flatMap(({ actorIds }) => actorIds)),
    sql<{ id: string; name: string; slug: string | null }>`
      SELECT id, name, slug FROM departments WHERE id = ANY(${subjectIds}::uuid[])
      UNION ALL SELECT id, name, NULL FROM roles WHERE id = ANY(${subjectIds}::uuid[])`.execute(db),
  ]);
  const places = new Map(rows.map((row) => [row.id, row]));
  return ({ subjectId, actorIds, facts, count }) => {
    const names = actorIds.flatMap((id) => actors.get(id)?.name ?? []);
    const place = places.get(subjectId);
    return {
      actor: names.length > 0 ? namesInWords(names, names.length) : (facts.actor ?? "Someone"),
      place: place?.name ?? facts.place ?? "",
      link: place?.slug ? `/${place.slug}` : "/settings?view=account",
      facts,
      count,
    };
  };
}
