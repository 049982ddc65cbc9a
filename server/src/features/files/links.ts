import type { AttachmentLink } from "@atoll/contract/files/schemas";
import type { Seals } from "../../platform/seals/seals.ts";
import type { StoredFileRow } from "./queries.ts";

/** Links created within the same five minutes are equal, so that browsers can cache the file. */
const roundSeconds = 300;
/** A link works for 10 to 15 minutes. */
const rounds = 3;

/** Prevents using other sealed values as links. */
const purpose = "file link";

interface LinkOwner {
  id: string;
  sessionId: string;
}

/** When a link that is made now stops working, in seconds since 1970. */
export function endOfLinks(now: Date): number {
  return (Math.floor(now.getTime() / 1000 / roundSeconds) + rounds) * roundSeconds;
}

/**
 * Returns a link to a file for one person in one session. Each use checks what they may currently read, and that the
 * session has not ended.
 */
export function linkTo(seals: Seals, owner: LinkOwner, file: StoredFileRow, until: number): AttachmentLink {
  const { id, filename, has_thumbnail } = file;
  const search = new URLSearchParams({
    for: owner.id,
    session: owner.sessionId,
    until: String(until),
    signature: seals.seal(purpose, sealedText(owner, id, until)),
  });
  const url = `/api/files/${id}/${encodeURIComponent(filename)}?${search}`;
  return { id, url, thumbnailUrl: has_thumbnail ? `${url}&variant=thumbnail` : null };
}

/** Whether this server made the link. How it is shown is not sealed: both ways show the same file. */
export function isOurLink(
  seals: Seals,
  owner: LinkOwner,
  link: { attachmentId: string; until: number; signature: string },
): Promise<boolean> {
  return seals.isSealed(purpose, sealedText(owner, link.attachmentId, link.until), link.signature);
}

function sealedText(owner: LinkOwner, attachmentId: string, until: number): string {
  return [attachmentId, owner.id, owner.sessionId, until].join(" ");
}
