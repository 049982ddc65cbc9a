import type { FeedArea } from "@atoll/contract/feeds/schemas";
import { tokenAreas } from "@atoll/contract/personal-tokens/areas";
import { escapeHtml } from "@atoll/contract/text/escape-html";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { entryTextLength, type NewestEntry } from "../../platform/kinds/newest-entry.ts";
import { shareLoop } from "../../platform/turns/share-loop.ts";

export type RssEntry = NewestEntry & { area: FeedArea };

interface RssChannel {
  title: string;
  /** The address of this server for people, without a slash at the end. */
  origin: string;
  entries: readonly RssEntry[];
}

/**
 * Writes a feed as RSS 2.0. Texts are plain: readers get the words without Markdown, escaped once as HTML and once as XML,
 * because a description is HTML. The feed does not name its own address, which is a secret.
 */
export async function writeRss({ title, origin, entries }: RssChannel): Promise<string> {
  const turn = shareLoop();
  const parts = [
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0">\n<channel>\n<title>${xmlText(title)}</title>\n`,
    `<link>${xmlText(`${origin}/`)}</link>\n<description>${xmlText(title)}</description>\n<ttl>15</ttl>\n`,
  ];
  for (const entry of entries) {
    parts.push(itemOf(entry, origin));
    await turn();
  }
  parts.push("</channel>\n</rss>\n");
  return parts.join("");
}

function itemOf({ id, title, text, at, path, area }: RssEntry, origin: string): string {
  return [
    `<item>\n<title>${xmlText(title)}</title>\n<link>${xmlText(origin + path)}</link>\n`,
    `<guid isPermaLink="false">urn:uuid:${id}</guid>\n<pubDate>${at.toUTCString()}</pubDate>\n`,
    `<category>${tokenAreas[area].name}</category>\n<description>${xmlText(htmlOf(text))}</description>\n</item>\n`,
  ].join("");
}

/** Returns the words of a text in Markdown as paragraphs of HTML, cut to the length of an entry. */
function htmlOf(text: string): string {
  const letters = Array.from(text);
  const isCut = letters.length > entryTextLength;
  const words = withoutMarks(letters.slice(0, entryTextLength).join("")).trim() + (isCut ? "…" : "");
  return words
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${xmlText(paragraph.trim()).replaceAll("\n", "<br>")}</p>`)
    .join("");
}

/** Everything that XML 1.0 does not allow, also as a reference. */
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Returns a text for an element or an attribute. Characters that XML does not allow become a replacement character. */
export function xmlText(text: string): string {
  return escapeHtml(text.replace(notInXml, "\uFFFD"));
}
