import type { AuditAction } from "@atoll/contract/audit/schemas";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/access.ts";

/** Who changes something about a channel, and from which network address. */
export type ActingViewer = RequestViewer & { address: string };

type ChannelAction = Extract<AuditAction, `channel.${string}`>;

/**
 * Writes into the audit log, last in its transaction, who changed a channel. Of a private one it holds ids alone: that
 * somebody let somebody in is the company's business, what the channel is called and about is not. Direct chats are
 * left out altogether. docs/decisions/025-what-the-audit-log-says-of-private-channels.md says why.
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
