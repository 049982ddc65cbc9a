import { uuidSource } from "@atoll/contract/uuid";
/** Something that a page links to. */
export interface ArticleLink {
  kind: "article" | "task" | "channel" | "person" | "announcement" | "event";
  id: string;
}

const id = `(${uuidSource})`;
const patterns = [
  ["article", new RegExp(`/knowledge-base/(?:(?:articles|sop|faq)/|faq\\?answer=)${id}`, "gi")],
  ["task", new RegExp(`/tasks/${id}`, "gi")],
  ["channel", new RegExp(`/chat/${id}`, "gi")],
  ["person", new RegExp(`/colleagues/${id}`, "gi")],
  ["announcement", new RegExp(`/announcements/${id}`, "gi")],
  ["event", new RegExp(`/calendar\\?event=${id}`, "gi")],
] as const;
const maxLinks = 500;

/** References by id, as the editor writes them: `[words](task:<id>)` and `![](task:<id>)`. */
const reference = new RegExp(`\\]\\((article|task|channel|person|announcement|event):${id}\\)`, "gi");

/** Finds links of a text to things of this workspace, each once; the first 500. */
export function findLinks(markdown: string): ArticleLink[] {
  const found = new Map<string, ArticleLink>();
  for (const [kind, pattern] of patterns)
    for (const [, target] of markdown.matchAll(pattern)) {
      if (target === undefined || found.size >= maxLinks) continue;
      const link = { kind, id: target.toLowerCase() };
      found.set(`${kind}/${link.id}`, link);
    }
  for (const [, kind, target] of markdown.matchAll(reference)) {
    const known = patterns.find(([name]) => name === kind?.toLowerCase())?.[0];
    if (known === undefined || target === undefined || found.size >= maxLinks) continue;
    found.set(`${known}/${target.toLowerCase()}`, { kind: known, id: target.toLowerCase() });
  }
  return [...found.values()];
}
