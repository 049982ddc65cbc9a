import { placeOfWorkspace, splitLinks } from "./links.ts";

/** A note about a link's destination, if its text says something different. */
export type Correction =
  /** The address stands in place of the text. */
  | { kind: "instead"; text: string }
  /** The host or the mail address stands behind the text. */
  | { kind: "behind"; text: string };

/**
 * Compares what a link shows with where it leads. `text` is all that is shown of it, without its markup. A text that is
 * another address, written backwards or nothing at all gives way to the real one; one that only may be taken for another (a name
 * with a dot in it, letters of a foreign script, something before an @) is followed by it. Null: the text may stand.
 *
 * @param href as `safeAddress` or `workspaceAddress` made it.
 */
export function correctionOf(text: string, href: string): Correction | null {
  const seen = asSeen(text);
  const isOther = splitLinks(seen).some((part) => part.kind === "link" && part.href !== href);
  if (isOther || seen.trim() === "" || turns.test(text)) return { kind: "instead", text: href };
  const url = new URL(href);
  const isDoubtful = url.protocol === "mailto:" ? hidesMail(seen, url) : hidesHost(seen, url);
  return isDoubtful ? { kind: "behind", text: targetOf(url) } : null;
}

/** The same for an address that stands in a text by itself: there is nothing in it that a reader should not see. */
export function correctionOfBare(text: string, href: string): Correction | null {
  const hasUnseen = text.replace(unseen, "") !== text;
  return hasUnseen ? { kind: "instead", text: href } : correctionOf(text, href);
}

/** Marks that set the direction of writing: what they enclose may be shown in another order. */
const turns = /[\u202a-\u202e\u2066-\u2069]/u;
/** Characters of no width, and those that a reader sees nothing of. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Characters that browsers treat as a dot in a host name. */
const dots = /[。｡]/gu;

function asSeen(text: string): string {
  return text.normalize("NFKC").replace(unseen, "").replace(dots, ".");
}

function targetOf(url: URL): string {
  return url.protocol === "mailto:" ? url.pathname : url.host;
}

function hidesMail(seen: string, { pathname }: URL): boolean {
  return hostsIn(seen).length > 0 && !seen.toLowerCase().includes(pathname.toLowerCase());
}

function hidesHost(seen: string, url: URL): boolean {
  const isForeign = url.hostname.split(".").some((label) => label.startsWith("xn--"));
  if (isForeign && placeOfWorkspace(url.href) === null && !seen.includes(url.hostname)) return true;
  if (url.username !== "" || url.password !== "") return true;
  const real = withoutWww(url.hostname);
  return hostsIn(seen).some((host) => host !== real && !real.endsWith(`.${host}`));
}

/** Whatever in a text could be the name of a host, as a browser would write it: `bank.example`, but also `notes.txt`. */
function hostsIn(seen: string): string[] {
  return seen.split(outsideOfNames).flatMap((word) => {
    const labels = word.split(".").filter((label) => label !== "");
    const last = labels.at(-1) ?? "";
    const isAddress = labels.length === 4 && labels.every((label) => /^\d{1,3}$/u.test(label));
    if (labels.length < 2 || !(isAddress || /^\p{L}[\p{L}\p{M}]/u.test(last))) return [];
    return [withoutWww(URL.parse(`https://${labels.join(".")}`)?.hostname ?? word)];
  });
}

const outsideOfNames = /[^\p{L}\p{M}\p{N}.-]+/u;

function withoutWww(host: string): string {
  return host.startsWith("www.") ? host.slice(4) : host;
}
