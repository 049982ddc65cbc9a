import { chatRoutes } from "@atoll/contract/chat/routes";
import { placeByName, takePage } from "../../../platform/page.ts";
import type { SliceContext } from "../../../slice.ts";
import { presentPerson } from "../../people/access.ts";
import { accessChannel } from "../access.ts";
import { getChannel } from "../get-channel.ts";
import { selectMembers } from "../member-queries.ts";
import { addMember } from "./add-members.ts";
import { joinChannel } from "./join-channel.ts";
import { leaveChannel, removeMember } from "./remove-member.ts";
import { setOwner } from "./set-owner.ts";

/** Registers the routes of members and owners of channels. Each write checks access in its own transaction. */
export function registerMembers({ routes, db }: SliceContext): void {
  routes.route(chatRoutes.listMembers, async ({ params, query }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    const { rows, nextCursor } = await takePage(
      query,
      placeByName,
      (after, count) => selectMembers(db, channel.id, { search: query.search, after, count }),
      (row) => [row.name, row.id],
    );
    const items = rows.map((row) => ({
      ...presentPerson(row),
      isOwner: row.is_owner,
      joinedAt: row.joined_at.toISOString(),
    }));
    return { items, nextCursor };
  });

  routes.route(chatRoutes.joinChannel, async ({ params }, { viewer }) => {
    await joinChannel(db, viewer, params.channelId);
    return { channel: await getChannel(db, viewer, params.channelId) };
  });

  routes.route(chatRoutes.leaveChannel, async ({ params }, { viewer, request }) => {
    await leaveChannel(db, { ...viewer, address: request.ip }, params.channelId);
    return undefined;
  });

  routes.route(chatRoutes.addMember, async ({ params }, { viewer, request }) => {
    await addMember(db, { ...viewer, address: request.ip }, params.channelId, params.personId);
    return undefined;
  });

  routes.route(chatRoutes.removeMember, async ({ params }, { viewer, request }) => {
    await removeMember(db, { ...viewer, address: request.ip }, params.channelId, params.personId);
    return undefined;
  });

  for (const [route, isOwner] of [
    [chatRoutes.addOwner, true],
    [chatRoutes.removeOwner, false],
  ] as const) {
    routes.route(route, async ({ params }, { viewer, request }) => {
      await setOwner(db, { ...viewer, address: request.ip }, params, isOwner);
      return undefined;
    });
  }
}
