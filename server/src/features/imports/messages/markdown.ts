import type { ImportedText } from "../../chat/public.ts";

/** Writes a link in Markdown. Addresses that a browser must not open are text. */
export function link(address: string, label: string | undefined): string {
  if (!/^(?:https?|mailto|tel):/i.test(address)) return label ?? address;
  const isBare = label === undefined || label === "" || label === address || `mailto:${label}` === address;
  if (isBare) return address.replace(/^(?:mailto|tel):/i, "");
  return `[${label.replace(/([[\]\\])/g, "\\$1")}](${address.replace(/[()\s<>]/g, encodeURIComponent)})`;
}

/** Joins neighbouring words, and cuts blank lines at both ends. */
export function joinText(parts: readonly ImportedText[]): ImportedText[] {
  const joined: ImportedText[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === "string" && typeof last === "string") joined[joined.length - 1] = last + part;
    else if (part !== "") joined.push(part);
  }
  if (typeof joined[0] === "string") joined[0] = joined[0].replace(/^\s*\n/, "");
  const end = joined.at(-1);
  if (typeof end === "string") joined[joined.length - 1] = end.trimEnd();
  return joined.filter((part) => part !== "");
}

/** Puts every line of a text into a quotation. */
export const quoted = (parts: readonly ImportedText[]): ImportedText[] =>
  parts.map((part) => (typeof part === "string" ? part.replaceAll("\n", "\n> ") : part));

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const fieldsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
export const wordsIn = (value: unknown): string => (typeof value === "string" ? value : "");

/** How a product writes the texts of its attachments. */
export interface AttachmentTexts {
  marked: (text: string) => ImportedText[];
  plain: (text: string) => string;
  link: (address: string, label: string) => string;
  /** The text of an attachment that has blocks in place of one. */
  laidOut?: (attachment: Fields) => ImportedText[];
}

/** Returns the text of attachments that a bot sent, in the form that Slack and Mattermost share. */
export function fromAttachments(attachments: readonly unknown[], texts: AttachmentTexts): ImportedText[] {
  const { marked, plain, laidOut } = texts;
  return joinText(
    fieldsIn(attachments).flatMap((attachment): ImportedText[] => {
      // Previews of links.
      if (attachment.from_url || attachment.is_msg_unfurl || attachment.original_url) return [];
      const title = wordsIn(attachment.title);
      const head = title && texts.link(wordsIn(attachment.title_link) || title, title);
      const words = wordsIn(attachment.text);
      const lines: ImportedText[][] = [
        wordsIn(attachment.pretext) ? marked(wordsIn(attachment.pretext)) : [],
        head ? [`**${head}**`] : [],
        words ? marked(words) : (laidOut?.(attachment) ?? []),
        ...fieldsIn(attachment.fields).map((field) => [
          `${plain(wordsIn(field.title))}: `,
          ...marked(wordsIn(field.value)),
        ]),
      ].filter((line) => line.length > 0);
      const whole = lines.length > 0 ? lines : [[plain(wordsIn(attachment.fallback))]];
      return whole.flatMap((line) => ["\n> ", ...quoted(line)]);
    }),
  );
}
