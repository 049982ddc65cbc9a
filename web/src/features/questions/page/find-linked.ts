import {
  placeOfWorkspace,
  splitLinks,
  workspaceAddress,
} from "../../../capabilities/writing/markdown/links.ts";

export interface Linked {
  /** Where it is in the workspace. */
  path: string;
  /** The words of the link; empty where the address stands by itself. */
  label: string;
}

const maxLinked = 8;
const named = /\[([^[\]\n]{1,200})\]\(([^\s()]{1,2000})\)/gu;

/** Pure: the pages of the workspace that these texts link to, each once, in their order. */
export function findLinked(texts: readonly string[], origin = location.origin): Linked[] {
  const found = new Map<string, Linked>();
  const add = (href: string, label: string) => {
    const path = placeOfWorkspace(href, origin);
    if (path !== null && path !== "/" && !found.get(path)?.label) found.set(path, { path, label });
  };
  for (const text of texts) {
    for (const [, label = "", target = ""] of text.matchAll(named))
      add(workspaceAddress(target, origin) ?? target, label.trim());
    for (const part of splitLinks(text.replace(named, " "))) if (part.kind === "link") add(part.href, "");
  }
  return [...found.values()].slice(0, maxLinked);
}
