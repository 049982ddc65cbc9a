import { guestAccessRoutes } from "@atoll/contract/guest-access/routes";
import { guestThingKinds } from "@atoll/contract/guest-access/things";
import { canInviteGuests } from "@atoll/contract/permissions";
import { sql } from "kysely";
import { z } from "zod";
import { notifyTopics } from "../../notify-topics.ts";
import { AppError } from "../../platform/app-error.ts";
import type { LivePart, Slice, SliceContext } from "../../slice.ts";
import { ownRoom, presentPerson, searchPeople } from "../people/public.ts";
import { inviteToThing, listGuests, removeFromThing } from "./change-access.ts";
import { allGuestKinds, guestAccessNotifications, guestKindOf } from "./kinds.ts";

/** Single things that guests are invited to (decision 179). What they see of a thing is in the slice of the thing. */
export const guestAccess: Slice = {
  name: "guest-access",
  routes: [registerGuestAccess],
  live: [broadcastToGuests],
  notificationKinds: guestAccessNotifications,
  personalData: {
    guest_access: {
      title: "What guests were invited to",
      erase: { deletes: "always", of: "guest_id" },
      of: ["guest_id", "invited_by"],
      columns: ["created_at", "subject_kind", "subject_id", "may_comment"],
    },
  },
};

/** The number of guests that are suggested. */
const suggestedAtOnce = 20;

function registerGuestAccess(context: SliceContext): void {
  const { routes, db, people } = context;

  routes.route(guestAccessRoutes.listThingGuests, async ({ params }, { viewer }) => {
    const rights = await guestKindOf(params.kind).judge(db, viewer, params.subjectId);
    if (!rights) throw new AppError("subject_not_found");
    return {
      guests: rights.seesGuests ? await listGuests(db, people, params) : [],
      mayInvite: rights.mayEdit && canInviteGuests(viewer),
      mayRemove: rights.mayEdit,
    };
  });

  routes.route(guestAccessRoutes.findGuestsToInvite, async ({ query }, { viewer }) => {
    if (!canInviteGuests(viewer)) throw new AppError("forbidden", { detail: "no guests/invite" });
    const isGuest = sql<boolean>`(a.guest_until > now())`;
    return { people: (await searchPeople(db, query.name, suggestedAtOnce, isGuest)).map(presentPerson) };
  });

  routes.route(guestAccessRoutes.inviteGuestToThing, async ({ params, body }, { viewer, request }) => {
    const { guestId, ...thing } = params;
    const acting = { ...viewer, address: request.ip };
    return { guest: await inviteToThing(context, acting, thing, { guestId, ...body }) };
  });

  routes.route(guestAccessRoutes.removeGuestFromThing, async ({ params }, { viewer, request }) => {
    const { guestId, ...thing } = params;
    await removeFromThing(context, { ...viewer, address: request.ip }, thing, guestId);
    return undefined;
  });

  routes.route(guestAccessRoutes.listGuestKinds, async (_input, { viewer }) => {
    const cases = allGuestKinds.map(
      ({ kind, isReadable }) =>
        sql`WHEN ${sql.lit(kind)} THEN ${isReadable(viewer, sql<string>`ga.subject_id`)}`,
    );
    const { rows } = await sql<{ kind: string }>`SELECT DISTINCT ga.subject_kind AS kind FROM guest_access ga
      WHERE ga.guest_id = ${viewer.id} AND CASE ga.subject_kind ${sql.join(cases, sql` `)} ELSE false END`.execute(
      db,
    );
    return { kinds: guestThingKinds.filter((kind) => rows.some((row) => row.kind === kind)) };
  });
}

const announcedSchema = z.tuple([z.uuid(), z.enum(guestThingKinds), z.uuid()]).rest(z.enum(["over", "left"]));

/** Sends to a guest which of their things has changed, or is theirs no more. Each node sends to its own sockets. */
function broadcastToGuests(context: SliceContext): LivePart {
  const { realtime, log } = context;
  return {
    topics: {
      [notifyTopics.guestThingChanged]: (payload) => {
        const [guestId, kind, subjectId, end] = announcedSchema.parse(payload.split(" "));
        // A guest became a colleague, and no code that made them one knows their things.
        if (end === "left") {
          const sent = guestKindOf(kind).broadcastHere?.(context, subjectId);
          sent?.catch((error: unknown) =>
            log.warn({ err: error }, "colleagues see the guest until they reload"),
          );
          return;
        }
        const isOver = end !== undefined;
        realtime.sendHere(ownRoom(guestId), "guest-thing.changed", { kind, subjectId, isOver });
      },
    },
  };
}
