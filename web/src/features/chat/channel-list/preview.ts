import { type Channel, previewMaxLength } from "@atoll/contract/chat/schemas";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { authorName, firstName } from "../../../capabilities/people/author-name.ts";

/** The one line that is shown of a message elsewhere. Specification, section 2: '[Attachment]' when it is empty. */
export function previewText(content: string, prefix = ""): string {
  const line = prefix + (withoutMarks(content).replace(/\s+/g, " ").trim() || "[Attachment]");
  // By code point, so that no character is cut in half.
  const characters = [...line];
  return characters.length <= previewMaxLength ? line : `${characters.slice(0, previewMaxLength).join("")}…`;
}

/**
 * Returns the last message of a channel: the viewer's own as 'You: ...', and others' with first name where it is not
 * obvious.
 */
export function channelPreview(channel: Channel, viewerId: string): string | null {
  const last = channel.lastMessage;
  if (!last) return null;
  if (last.authorId === viewerId) return previewText(last.content, "You: ");
  if (channel.type === "DIRECT") return previewText(last.content);
  return previewText(
    last.content,
    `${firstName(authorName({ id: last.authorId, name: last.authorName }))}: `,
  );
}
