import { eventLink } from "@atoll/contract/calendar/event-link";
import type { GuestThingKind } from "@atoll/contract/guest-access/things";
import type { ArticleKind } from "@atoll/contract/knowledge/limits";
import { articleLink } from "@atoll/contract/knowledge/links";
import { sql } from "kysely";
import type { GuestKind } from "../../platform/kinds/guest-kinds.ts";
import type { NotificationDefinition } from "../../platform/kinds/notification-kinds.ts";
import { namedPeople, putInWords } from "../../platform/kinds/notification-words.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { guestEvents, queueGuestEventMails } from "../calendar/public.ts";
import { guestArticles } from "../knowledge/public.ts";
import { isInvitedGuest } from "../people/public.ts";
import { guestTasks } from "../tasks/public.ts";

type Kind = GuestKind<RequestViewer, Database, SliceContext>;

/** The kinds of things that guests are invited to. */
const guestKinds: Readonly<Record<GuestThingKind, Kind>> = {
  task: guestTasks,
  article: guestArticles,
  event: guestEvents,
};
export const allGuestKinds: readonly Kind[] = Object.values(guestKinds);
export const guestKindOf = (kind: GuestThingKind): Kind => guestKinds[kind];

/** Notifies a guest of what they were invited to, for as long as they see it. */
export const guestAccessNotifications: readonly NotificationDefinition[] = [
  {
    kind: "guest-access.given",
    isForGuests: true,
    queueMails: queueGuestEventMails,
    audience: namedPeople("concerned"),
    isReadable: ({ userId, subjectId }) =>
      sql<boolean>`(EXISTS (SELECT FROM tasks t WHERE t.id = ${subjectId} AND t.deleted_at IS NULL
        AND ${isInvitedGuest(userId, "task", subjectId)} LIMIT 1)
        OR EXISTS (SELECT FROM articles a WHERE a.id = ${subjectId} AND a.status = 'PUBLISHED' AND a.deleted_at IS NULL
          AND ${isInvitedGuest(userId, "article", subjectId)} LIMIT 1)
        OR EXISTS (SELECT FROM events e WHERE e.id = ${subjectId} AND e.deleted_at IS NULL
          AND ${isInvitedGuest(userId, "event", subjectId)} LIMIT 1))`,
    inWords: (sources, entries) =>
      putInWords(
        sources,
        entries,
        (ids) => sql<{ id: string; title: string; kind: ArticleKind | "task" | "event" }>`
          SELECT t.id, t.title, 'task' AS kind FROM tasks t WHERE t.id = ANY(${ids}::uuid[]) AND t.deleted_at IS NULL
          UNION ALL SELECT a.id, a.title, a.kind FROM articles a WHERE a.id = ANY(${ids}::uuid[]) AND a.status = 'PUBLISHED'
          UNION ALL SELECT e.id, e.title, 'event' FROM events e WHERE e.id = ANY(${ids}::uuid[]) AND e.deleted_at IS NULL`,
        (actor, { id, title, kind }) => ({
          title: `${actor} shared “${title}” with you`,
          link:
            kind === "task"
              ? `/tasks?task=${id}`
              : kind === "event"
                ? eventLink(id)
                : articleLink({ kind, id }),
        }),
      ),
  },
  {
    // The database sends it. It has no title: the inviter may read the thing no more, either.
    kind: "guest-access.ended",
    audience: namedPeople("concerned"),
    isReadable: ({ subjectId }) =>
      sql<boolean>`(EXISTS (SELECT FROM tasks t WHERE t.id = ${subjectId} AND t.deleted_at IS NULL)
        OR EXISTS (SELECT FROM articles a WHERE a.id = ${subjectId} AND a.deleted_at IS NULL))`,
    inWords: (sources, entries) =>
      putInWords(
        sources,
        entries,
        (ids) => sql<{ id: string; kind: ArticleKind | "task" }>`
          SELECT t.id, 'task' AS kind FROM tasks t WHERE t.id = ANY(${ids}::uuid[])
          UNION ALL SELECT a.id, a.kind FROM articles a WHERE a.id = ANY(${ids}::uuid[])`,
        (_actor, { id, kind }) => ({
          title: `Guests that you invited to a ${kind === "task" ? "task" : "page"} lost access: other people read it now`,
          link: kind === "task" ? `/tasks?task=${id}` : articleLink({ kind, id }),
        }),
      ),
  },
];
