import { canUseChat } from "@atoll/contract/chat/policy";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { sql } from "kysely";
import type { FileKind } from "../../platform/kinds/file-kinds.ts";

/** The files of messages, readable by members of the channel until the message is deleted. */
export const messageFiles: FileKind<PermissionHolder & { id: string }> = {
  kind: "message",
  bucket: "chat-attachments",
  keyOf: ({ ownerId, filename }) => `public/${ownerId}/${filename}`,
  isForGuests: true,
  isOpenTo: canUseChat,
  isReadable: (viewer, subjectId) => sql<boolean>`EXISTS (
    SELECT FROM messages x JOIN channel_members m ON m.channel_id = x.channel_id
    WHERE x.id = ${subjectId} AND x.deleted_at IS NULL AND m.user_id = ${viewer.id})`,
};
