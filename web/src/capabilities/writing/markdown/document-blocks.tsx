import type { ImageWidth } from "@atoll/contract/documents/limits";
import { Info, Lightbulb, Link, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { stepAnchor } from "./document-contents.ts";
import { noTitle, Toggle } from "./toggle.tsx";
import type { Block, CalloutTone, DocumentBlock, Inline, Reference } from "./tree.ts";

/** Draws what a document points to: pictures and names are looked up for each reader. */
export interface DocumentParts {
  renderImage(fileId: string, alt: string, width: ImageWidth | null): ReactNode;
  renderReference(reference: Reference, as: "line" | "card"): ReactNode;
}

interface Render {
  inlines(inlines: readonly Inline[]): ReactNode;
  blocks(blocks: readonly Block[]): ReactNode;
}

/** A block that only documents have. */
export function renderDocumentBlock(block: DocumentBlock, parts: DocumentParts, render: Render): ReactNode {
  switch (block.kind) {
    case "heading":
      return (
        <Heading level={block.level} anchor={block.anchor}>
          {render.inlines(block.inlines)}
        </Heading>
      );
    case "callout":
      return <Callout tone={block.tone}>{render.blocks(block.blocks)}</Callout>;
    case "toggle": {
      const title = block.title.length > 0 ? render.inlines(block.title) : noTitle;
      return (
        <Toggle title={titleAs(block.level, title)} anchor={block.anchor}>
          {render.blocks(block.blocks)}
        </Toggle>
      );
    }
    case "step":
      return (
        <section id={stepAnchor(block.id)} className={step} aria-label={`Step ${block.number}`}>
          <span className={disc} aria-hidden="true">
            {block.number}
          </span>
          <div className="min-w-0 [&>p:first-child]:font-semibold [&>p:first-child]:text-text text-muted">
            {render.blocks(block.blocks)}
          </div>
          <AnchorButton anchor={stepAnchor(block.id)} label={`Copy link to step ${block.number}`} />
        </section>
      );
    case "image":
      return <figure className="my-3">{parts.renderImage(block.fileId, block.alt, block.width)}</figure>;
    case "card":
      return <div className="my-2">{parts.renderReference(block.reference, "card")}</div>;
  }
}

const step =
  "group relative scroll-mt-4 pb-4.5 pl-[41px] has-[+section]:after:absolute has-[+section]:after:top-[30px] " +
  "has-[+section]:after:bottom-0.5 has-[+section]:after:left-[13px] has-[+section]:after:w-px " +
  "has-[+section]:after:bg-border-strong";
const disc =
  "absolute top-0 left-0 grid size-[27px] place-items-center rounded-full bg-primary-soft font-display font-semibold text-primary-text";

const headings: Record<number, string> = {
  1: "mt-6 font-display font-semibold text-xl",
  2: "mt-6 font-display font-semibold text-lg",
  3: "mt-4.5 font-semibold text-md",
};

/** The page's own title is its first heading: those of its text begin one below. */
const tagOf = (level: number) => (({ 1: "h2", 2: "h3", 3: "h4", 4: "h5" }) as const)[level] ?? "h6";

function titleAs(level: number | null, title: ReactNode): ReactNode {
  if (level === null) return <p>{title}</p>;
  const Tag = tagOf(level);
  return <Tag className={cx(headings[level] ?? "font-semibold", "mt-0")}>{title}</Tag>;
}

function Heading({ level, anchor, children }: { level: number; anchor: string; children: ReactNode }) {
  const Tag = tagOf(level);
  return (
    <Tag
      id={anchor}
      className={cx("group relative scroll-mt-4 first:mt-0", headings[level] ?? "mt-4 font-semibold")}
    >
      {children}
      <AnchorButton anchor={anchor} label="Copy link to this section" />
    </Tag>
  );
}

function AnchorButton({ anchor, label }: { anchor: string; label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="ml-1.5 inline-grid size-6 place-items-center rounded-sm align-middle text-faint opacity-0 hover:bg-surface-active focus-visible:opacity-100 group-hover:opacity-100 print:hidden"
      onClick={() =>
        copyText(`${location.origin}${location.pathname}#${encodeURIComponent(anchor)}`, "Link copied")
      }
    >
      <Link className="size-3.5" aria-hidden="true" />
    </button>
  );
}

const tones = {
  note: { icon: Info, word: "Note", look: "border-l-info bg-info-soft" },
  tip: { icon: Lightbulb, word: "Tip", look: "border-l-success bg-success-soft" },
  warning: { icon: TriangleAlert, word: "Warning", look: "border-l-warning bg-warning-soft" },
};

function Callout({ tone, children }: { tone: CalloutTone; children: ReactNode }) {
  const { icon: Icon, word, look } = tones[tone];
  return (
    <aside
      aria-label={word}
      className={cx("my-2.5 flex gap-2.5 rounded-md border-l-[3px] px-3.5 py-2.5", look)}
    >
      <Icon className="mt-0.5 size-4 flex-none" aria-hidden="true" />
      <div className="min-w-0 flex-1">{children}</div>
    </aside>
  );
}
