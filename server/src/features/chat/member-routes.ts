import { chatRoutes } from "@atoll/contract/chat/routes";
import type { SliceDependencies } from "../../app.ts";
import { AppError } from "../../platform/app-error.ts";
import { presentPerson } from "../people/access.ts";
import { accessChannel, accessChannelToJoin, accessManagedChannel } from "./access.ts";
import { addMembers } from "./add-members.ts";
import { getChannel } from "./get-channel.ts";
import { selectMembers } from "./member-queries.ts";
import { removeMember } from "./remove-member.ts";
import { setOwner } from "./set-owner.ts";

/** Who is in a channel, and who owns it. */
export function registerMembers({ routes, db }: SliceDependencies): void {
  routes.route(chatRoutes.listMembers, async ({ params, query }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    const { rows, total } = await selectMembers(db, channel.id, query);
    const members = rows.map((row) => ({
      ...presentPerson(row),
      isOwner: row.is_owner,
      joinedAt: row.joined_at.toISOString(),
    }));
    return { members, total };
  });

  routes.route(chatRoutes.joinChannel, async ({ params }, { viewer }) => {
    const channel = await accessChannelToJoin(db, viewer, params.channelId);
    await addMembers(db, channel.id, [viewer.id]);
    return { channel: await getChannel(db, viewer, channel.id) };
  });

  routes.route(chatRoutes.leaveChannel, async ({ params }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    assertMembersChange(channel);
    await removeMember(db, channel.id, viewer.id);
    return undefined;
  });

  routes.route(chatRoutes.addMember, async ({ params }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    if (channel.archived_at) throw new AppError("channel_archived");
    assertMembersChange(channel);
    await addMembers(db, channel.id, [params.personId]);
    return undefined;
  });

  routes.route(chatRoutes.removeMember, async ({ params }, { viewer }) => {
    const channel = await accessManagedChannel(db, viewer, params.channelId);
    assertMembersChange(channel);
    await removeMember(db, channel.id, params.personId);
    return undefined;
  });

  for (const [route, isOwner] of [
    [chatRoutes.addOwner, true],
    [chatRoutes.removeOwner, false],
  ] as const) {
    routes.route(route, async ({ params }, { viewer }) => {
      const channel = await accessManagedChannel(db, viewer, params.channelId);
      await setOwner(db, channel.id, params.personId, isOwner);
      return undefined;
    });
  }
}

/** The members of a direct chat are those it was opened with; a department's channel has its department's. */
function assertMembersChange(channel: { type: string; follows_department: boolean }): void {
  if (channel.type === "DIRECT") throw new AppError("direct_channel");
  if (channel.follows_department) throw new AppError("department_channel");
}
