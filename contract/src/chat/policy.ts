import { hasPermission, type PermissionHolder } from "../permissions.ts";
import type { Message } from "./schemas.ts";

/** Whether a person may use team chat at all. Specification, section 6. */
export function canUseChat(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "chat", "access");
}

/** Only a message's author may edit or delete it. Specification, sections 5 and 6. */
export function canChangeMessage(
  viewer: { id: string },
  message: { author: Pick<Message["author"], "id"> },
): boolean {
  return message.author.id === viewer.id;
}
