import type { AuditAction } from "@atoll/contract/audit/schemas";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";

/** The person who changes a channel, with their network address. */
export type ActingViewer = RequestViewer & { address: string };

type ChannelAction = Extract<AuditAction, `channel.${string}`>;

/**
 * Writes the author of a channel's change to the audit log, last in its transaction. The entry of a private channel has
 * only IDs: the company may know that somebody added somebody, but not the channel's name or topic. Direct chats have
 * no entries. See docs/decisions/025-private-channels-in-the-audit-log.md.
 */
export async function recordChannelAct(
  tx: Database,
  actor: Pick<ActingViewer, "id" | "name" | "address">,
  channelId: string,
  action: ChannelAction,
  of: { personIds?: readonly string[]; names?: { before: string; after: string } } = {},
): Promise<void> {
  const channel = await tx
    .selectFrom("channels")
    .select(["name", "type"])
    .where("id", "=", channelId)
    .executeTakeFirst();
  if (!channel || channel.type === "DIRECT") return;
  const isPublic = channel.type === "PUBLIC";
  await recordAct(tx, {
    action,
    actor: { id: actor.id, name: actor.name },
    address: actor.address,
    subject: { type: "channel", id: channelId, name: isPublic ? channel.name : "(private)" },
    ...(of.names && isPublic ? { before: { name: of.names.before } } : {}),
    ...(of.names && isPublic ? { after: { name: of.names.after } } : {}),
    ...(of.personIds ? { after: { personIds: of.personIds, count: of.personIds.length } } : {}),
  });
}
