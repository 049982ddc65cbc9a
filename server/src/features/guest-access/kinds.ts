import type { GuestThingKind } from "@atoll/contract/guest-access/things";
import type { ArticleKind } from "@atoll/contract/knowledge/limits";
import { articleLink } from "@atoll/contract/knowledge/links";
import { sql } from "kysely";
import type { GuestKind } from "../../platform/kinds/guest-kinds.ts";
import type { NotificationDefinition } from "../../platform/kinds/notification-kinds.ts";
import { namedPeople, putInWords } from "../../platform/kinds/notification-words.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { guestArticles } from "../knowledge/public.ts";
import { isInvitedGuest } from "../people/public.ts";
import { guestTasks } from "../tasks/public.ts";

type Kind = GuestKind<RequestViewer, Database, SliceContext>;

/** The kinds of things that guests are invited to. */
const guestKinds: Readonly<Record<GuestThingKind, Kind>> = {
  task: guestTasks,
  article: guestArticles,
};
export const allGuestKinds: readonly Kind[] = Object.values(guestKinds);
export const guestKindOf = (kind: GuestThingKind): Kind => guestKinds[kind];

/** Notifies a guest of what they were invited to, for as long as they see it. */
export const guestAccessNotifications: readonly NotificationDefinition[] = [
  {
    kind: "guest-access.given",
    isForGuests: true,
    audience: namedPeople("concerned"),
    isReadable: ({ userId, subjectId }) =>
      sql<boolean>`(EXISTS (SELECT FROM tasks t WHERE t.id = ${subjectId} AND t.deleted_at IS NULL
        AND ${isInvitedGuest(userId, "task", subjectId)} LIMIT 1)
        OR EXISTS (SELECT FROM articles a WHERE a.id = ${subjectId} AND a.status = 'PUBLISHED' AND a.deleted_at IS NULL
          AND ${isInvitedGuest(userId, "article", subjectId)} LIMIT 1))`,
    inWords: (sources, entries) =>
      putInWords(
        sources,
        entries,
        (ids) => sql<{ id: string; title: string; article: ArticleKind | null }>`
          SELECT t.id, t.title, NULL AS article FROM tasks t WHERE t.id = ANY(${ids}::uuid[]) AND t.deleted_at IS NULL
          UNION ALL SELECT a.id, a.title, a.kind FROM articles a WHERE a.id = ANY(${ids}::uuid[]) AND a.status = 'PUBLISHED'`,
        (actor, { id, title, article }) => ({
          title: `${actor} shared “${title}” with you`,
          link: article ? articleLink({ kind: article, id }) : `/tasks?task=${id}`,
        }),
      ),
  },
];
