import type { Message } from "@atoll/contract/chat/schemas";
import { authorName } from "../../../capabilities/people/author-name.ts";

/** More is not quoted; the whole can be linked to. */
const maxQuotedLength = 1000;
const marks = /[\\`*_~[\]<>|#]/g;

/** A text with a message quoted at its end, in Markdown, ready to be answered beneath. */
export function withQuote(text: string, { author, content }: Pick<Message, "author" | "content">): string {
  const before = text.trimEnd();
  const lines = [`**${authorName(author).replace(marks, "\\$&")}**`, ...cut(content).split("\n")];
  const quote = lines.map((line) => `> ${line}`.trimEnd()).join("\n");
  return `${before === "" ? "" : `${before}\n\n`}${quote}\n\n`;
}

function cut(content: string): string {
  const letters = [...content];
  if (letters.length <= maxQuotedLength) return content;
  const part = `${letters.slice(0, maxQuotedLength).join("").trimEnd()}…`;
  // Code that is cut open would swallow the answer.
  const isOpen = (part.match(/^\s*```/gm)?.length ?? 0) % 2 === 1;
  return isOpen ? `${part}\n\`\`\`` : part;
}
