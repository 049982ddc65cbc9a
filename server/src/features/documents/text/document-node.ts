import {
  type ImageWidth,
  imageWidths,
  type ReferenceKind,
  referenceKinds,
} from "@atoll/contract/documents/limits";
import { readSectionTitle, type SectionBlock } from "@atoll/contract/documents/section-block";
import { isId } from "@atoll/contract/uuid";

/** A part of a document, as ProseMirror writes it in JSON. */
export interface DocumentNode {
  type: string;
  attrs?: Readonly<Record<string, unknown>>;
  content?: readonly DocumentNode[];
  text?: string;
  marks?: readonly DocumentMark[];
}

export interface DocumentMark {
  type: string;
  attrs?: Readonly<Record<string, unknown>>;
}

export const calloutTones = ["note", "tip", "warning"] as const;

/** The alignment of a cell; null for the default. */
export function alignOf(align: unknown): "left" | "right" | "center" | null {
  return align === "left" || align === "right" || align === "center" ? align : null;
}

/** The width of an image; null for one that is as wide as it can be. */
export function imageWidthOf(width: unknown): ImageWidth | null {
  return imageWidths.find((one) => one === width) ?? null;
}

/** The width that comes closest to one in pixels, as other programs write it: "320", "320px", "320x200". */
export function imageWidthOfPixels(width: string | undefined): ImageWidth | null {
  const pixels = Number(/^\s*(\d{1,5})(?:\.\d+)?(?:px|x\d+)?\s*$/.exec(width ?? "")?.[1] ?? 0);
  if (pixels === 0 || pixels > 560) return null;
  return pixels <= 320 ? "small" : "medium";
}

function isReferenceKind(value: unknown): value is ReferenceKind {
  return referenceKinds.some((kind) => kind === value);
}

/** `task:<id>`, as links and embeds write it; undefined for every other address. */
export function readReference(address: string): { kind: ReferenceKind | "file"; id: string } | undefined {
  const [kind, id, ...rest] = address.split(":");
  if (rest.length > 0 || !isId(id)) return undefined;
  return kind === "file" || isReferenceKind(kind) ? { kind, id } : undefined;
}

/** The block for the cards of a section: an embed, or the link with its identity in the title that exports write. */
export function sectionOf(
  node: { type: string; url?: string; title?: string | null } | undefined,
): SectionBlock | undefined {
  if (node?.type === "link") return readSectionTitle(node.title ?? "");
  return node?.type === "image" ? readSectionTitle(`${node.url} ${node.title ?? ""}`.trimEnd()) : undefined;
}

const webAddress = /^(?:https?:\/\/[^\s/]|mailto:[^\s]|\/(?![/\\]))/i;

/** Whether a link of a document may lead there: the web, mail, or a page of this workspace. */
export function isSafeAddress(address: unknown): address is string {
  return (
    typeof address === "string" &&
    address.length <= 2000 &&
    webAddress.test(address) &&
    URL.canParse(address, "https://workspace")
  );
}

/** Code between dollar signs is a formula: it loses the signs. */
export function formulasIn(nodes: readonly DocumentNode[]): DocumentNode[] {
  const all = nodes.map((node) => ({ ...node }));
  for (const [index, node] of all.entries()) {
    const [before, after] = [all[index - 1], all[index + 1]];
    const isCode = node.marks?.some(({ type }) => type === "code");
    if (!isCode || !before?.text?.endsWith("$") || !after?.text?.startsWith("$")) continue;
    node.marks = [{ type: "formula" }];
    before.text = before.text.slice(0, -1);
    after.text = after.text.slice(1);
  }
  return all.filter(({ type, text }) => type !== "text" || text !== "");
}
