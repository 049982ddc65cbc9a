import type { NotificationKind } from "@atoll/contract/notification-kinds";
import type { PermissionHolder } from "@atoll/contract/permissions";
import type { NotificationKinds } from "../../platform/kinds/notification-kinds.ts";

export type OpenKinds = readonly NotificationKind[];

/**
 * Returns the kinds that each of many people may read. People with the same permissions share one array, because nearly
 * all have the same. Unknown people may read none.
 */
export function openKinds(
  notificationKinds: Pick<NotificationKinds, "openTo">,
  holders: ReadonlyMap<string, PermissionHolder>,
): (userId: string) => OpenKinds {
  const byHolder = new Map<PermissionHolder, OpenKinds>();
  const byNames = new Map<string, OpenKinds>();
  const none: OpenKinds = [];
  return (userId) => {
    const holder = holders.get(userId);
    if (!holder) return none;
    const known = byHolder.get(holder);
    if (known) return known;
    const own = notificationKinds.openTo(holder);
    const names = own.join(" ");
    const open = byNames.get(names) ?? own;
    byNames.set(names, open);
    byHolder.set(holder, open);
    return open;
  };
}
