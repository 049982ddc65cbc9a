import { canUseChat } from "@atoll/contract/chat/policy";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";

/** @throws {AppError} `forbidden` for a viewer without team chat. */
export function assertMayChat(viewer: PermissionHolder): void {
  if (!canUseChat(viewer)) throw new AppError("forbidden", { detail: "no chat/access" });
}
