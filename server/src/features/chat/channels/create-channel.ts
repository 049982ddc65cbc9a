import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { orRefuse } from "../../../platform/database/or-refuse.ts";
import type { Database } from "../../../tables.ts";
import { changeAs } from "../../identity/access.ts";
import { notify } from "../../notifications/access.ts";
import { addMembers } from "../members/add-members.ts";
import { type ActingViewer, recordChannelAct } from "../members/record-channel-act.ts";
import { assertMayChat } from "../policy.ts";
import { rejectLookalikeChannel, uniqueChannels } from "./reject-lookalike-channel.ts";

export interface NewChannel {
  name: string;
  type: "PUBLIC" | "PRIVATE";
  topic: string;
  description: string;
  memberIds: readonly string[];
  departmentId: string | null;
  followsDepartment: boolean;
  isOwnersOnly: boolean;
}

/**
 * Creates a channel with its first members, owned by its creator. A channel that follows a department has exactly that
 * department's members. Specification, sections 5 and 7 (chat).
 * @returns its ID.
 * @throws {AppError} `forbidden` without team chat; `channel_name_taken` by another public channel, ignoring case;
 *   `name_looks_taken`; `person_not_found` if one of the people has left; `department_not_found` for a department that
 *   the creator is not in.
 */
export async function createChannel(db: Database, viewer: ActingViewer, wanted: NewChannel): Promise<string> {
  const { departmentId, followsDepartment } = wanted;
  const id = uuidv7();
  await orRefuse(
    changeAs(db, viewer, async (tx, creator) => {
      assertMayChat(creator);
      const isTheirs = departmentId === null || creator.departments.some((own) => own.id === departmentId);
      if (!isTheirs || (followsDepartment && departmentId === null))
        throw new AppError("department_not_found");
      await rejectLookalikeChannel(tx, creator.id, id, wanted.name);
      await tx
        .insertInto("channels")
        .values({
          id,
          name: wanted.name,
          type: wanted.type,
          topic: wanted.topic,
          description: wanted.description,
          department_id: departmentId,
          follows_department: followsDepartment,
          is_owners_only: wanted.isOwnersOnly,
          created_by: creator.id,
        })
        .execute();
      // A trigger adds the department's people when the channel starts to follow it.
      const personIds = followsDepartment
        ? undefined
        : await addMembers(tx, id, [creator.id, ...wanted.memberIds], creator.id);
      await makeOwner(tx, id, creator.id);
      await notify(tx, {
        kind: "channel.added",
        subjectId: id,
        actorId: creator.id,
        people: personIds ?? [],
      });
      await recordChannelAct(tx, viewer, id, "channel.created", personIds ? { personIds } : {});
    }),
    uniqueChannels,
  );
  return id;
}

async function makeOwner(tx: Database, channelId: string, userId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("channel_members")
    .set({ is_owner: true })
    .where("channel_id", "=", channelId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  // The creator was removed from the department at this moment.
  if (numUpdatedRows === 0n) throw new AppError("department_not_found");
}
