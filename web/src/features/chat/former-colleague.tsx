import type { Channel } from "@atoll/contract/chat/schemas";

/** Stands quietly beside the name of somebody who has left the company. */
export function FormerColleague() {
  return <span className="flex-none font-normal text-2xs text-faint">former colleague</span>;
}

/** A direct chat whose other person has left: it can be read, and nothing new can be sent. */
export function isWithFormer(channel: Pick<Channel, "type" | "peer"> | undefined): boolean {
  return channel?.type === "DIRECT" && channel.peer?.isFormer === true;
}
