import type { Database } from "../../../tables.ts";
import { changeAs, type RequestViewer } from "../../identity/access.ts";
import { accessChannelToJoin } from "../access.ts";
import { addMembers } from "./add-members.ts";

/**
 * Makes the viewer a member of a public channel. Idempotent. Specification, section 5.
 * @throws {AppError} as `accessChannelToJoin`.
 */
export async function joinChannel(db: Database, viewer: RequestViewer, channelId: string): Promise<void> {
  await changeAs(db, viewer, async (tx, joiner) => {
    const channel = await accessChannelToJoin(tx, joiner, channelId);
    await addMembers(tx, channel.id, [joiner.id]);
  });
}
