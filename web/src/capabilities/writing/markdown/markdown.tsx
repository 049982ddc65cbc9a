import { Fragment, type ReactNode, useMemo } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { CodeBlock } from "./code-block.tsx";
import { type DocumentParts, renderDocumentBlock } from "./document-blocks.tsx";
import { createDocumentRules } from "./document-rules.ts";
import { Formula, formulaLanguage } from "./formula.tsx";
import { Behind, InlineText, SafeLink, withEnd } from "./inline-text.tsx";
import { readMarkdown } from "./read-markdown.ts";
import type { Calls } from "./split-mentions.ts";
import type { Block, Cell, Inline } from "./tree.ts";

export interface MarkdownProps {
  content: string;
  calls: Calls;
  viewerId: string;
  /** Stands at the end of the last line. */
  end?: ReactNode;
  /** Reads it as a document, which holds more than a message, and draws what only documents have. */
  document?: DocumentParts;
}

/** A message's Markdown as elements, never as markup. What is not in the tree cannot appear. */
export function Markdown({ content, calls, viewerId, end, document }: MarkdownProps) {
  const isDocument = document !== undefined;
  const blocks = useMemo(
    () => readMarkdown(content, isDocument ? createDocumentRules() : undefined),
    [content, isDocument],
  );
  const context = { calls, viewerId, document };
  if (!blocks) {
    return (
      <p className="whitespace-pre-wrap">
        <InlineText text={content} calls={calls} viewerId={viewerId} />
        {end}
      </p>
    );
  }
  const last = blocks.at(-1);
  const endsInLine = last?.kind === "paragraph";
  return (
    <>
      {keyed(blocks.map((block) => renderBlock(block, context, endsInLine && block === last ? end : null)))}
      {!endsInLine && end && <p>{end}</p>}
    </>
  );
}

interface Context {
  calls: Calls;
  viewerId: string;
  document: DocumentParts | undefined;
}

function renderBlock(block: Block, context: Context, end: ReactNode = null): ReactNode {
  switch (block.kind) {
    case "paragraph":
      return (
        <p className="whitespace-pre-wrap not-first:mt-1.5">
          {withEnd(renderInlines(block.inlines, context), end)}
        </p>
      );
    case "code":
      return context.document && block.language === formulaLanguage ? (
        <Formula tex={block.text} isBlock />
      ) : (
        <CodeBlock text={block.text} language={block.language} />
      );
    case "quote":
      return (
        <blockquote className="my-1 border-strong border-l-[3px] pl-2.5 text-muted">
          {renderBlocks(block.blocks, context)}
        </blockquote>
      );
    case "list":
      return <List block={block} context={context} />;
    case "table":
      return <Table block={block} context={context} />;
    case "rule":
      return <hr className="my-2" />;
    default:
      return (
        context.document &&
        renderDocumentBlock(block, context.document, {
          inlines: (inlines) => renderInlines(inlines, context),
          blocks: (blocks) => renderBlocks(blocks, context),
        })
      );
  }
}

function renderBlocks(blocks: readonly Block[], context: Context): ReactNode {
  return keyed(blocks.map((block) => renderBlock(block, context)));
}

function List({ block, context }: { block: Extract<Block, { kind: "list" }>; context: Context }) {
  const { boxes, start } = block;
  const items = block.items.map((item, index) => {
    const box = boxes?.[index] ?? null;
    return (
      <li key={String(index)} className={itemClass(start !== null, boxes !== undefined, box !== null)}>
        {box !== null && <Box isTicked={box} />}
        {renderBlocks(item, context)}
      </li>
    );
  });
  if (start === null)
    return <ul className={cx("my-1 list-disc", boxes ? "flex flex-col gap-1" : "pl-5")}>{items}</ul>;
  return (
    <ol start={start} className="my-1 list-decimal pl-7">
      {items}
    </ol>
  );
}

/** A box replaces the dot of its item, and follows its number. */
function itemClass(isNumbered: boolean, hasBoxes: boolean, hasBox: boolean): string | undefined {
  if (hasBox) return cx("relative ps-6.5", !isNumbered && "list-none");
  return hasBoxes && !isNumbered ? "ms-5" : undefined;
}

/** Ticks are part of the text: only its author changes them, by editing it. */
function Box({ isTicked }: { isTicked: boolean }) {
  return (
    <input
      type="checkbox"
      checked={isTicked}
      disabled
      aria-label={isTicked ? "Done" : "To do"}
      className="pointer-events-none absolute start-0 top-[calc(0.5lh-0.5rem)] size-4 accent-primary"
    />
  );
}

function Table({ block, context }: { block: Extract<Block, { kind: "table" }>; context: Context }) {
  const cells = (row: readonly Cell[], Tag: "th" | "td") =>
    row.map((cell, index) => (
      <Tag key={String(index)} className={cellClass} align={block.aligns[index] ?? undefined}>
        {renderInlines(cell, context)}
      </Tag>
    ));
  return (
    <div className="my-1.5 max-w-full overflow-x-auto">
      {/* Words and numbers stay whole: the table scrolls instead. */}
      <table className="border-collapse text-left wrap-normal text-xs">
        <thead className="bg-surface-sunken">
          <tr>{cells(block.head, "th")}</tr>
        </thead>
        <tbody>
          {block.rows.map((row, index) => (
            <tr key={String(index)}>{cells(row, "td")}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const cellClass = "border border-strong px-2 py-1 align-top font-[inherit]";

function renderInlines(inlines: readonly Inline[], context: Context, isInLink = false): ReactNode {
  return keyed(inlines.map((inline) => renderInline(inline, context, isInLink)));
}

function renderInline(inline: Inline, context: Context, isInLink: boolean): ReactNode {
  switch (inline.kind) {
    case "text":
      return (
        <InlineText
          text={inline.text}
          isInLink={isInLink}
          calls={context.calls}
          viewerId={context.viewerId}
        />
      );
    case "strong":
      return <strong className="font-semibold">{renderInlines(inline.inlines, context, isInLink)}</strong>;
    case "emphasis":
      return <em>{renderInlines(inline.inlines, context, isInLink)}</em>;
    case "struck":
      return <del>{renderInlines(inline.inlines, context, isInLink)}</del>;
    case "formula":
      return <Formula tex={inline.tex} />;
    case "highlighted":
      return (
        <mark className="rounded-xs bg-highlight-soft px-px text-[inherit]">
          {renderInlines(inline.inlines, context, isInLink)}
        </mark>
      );
    case "code":
      return <code className={inlineCode}>{inline.text}</code>;
    case "link":
      return (
        <SafeLink href={inline.href}>
          {renderInlines(inline.inlines, context, true)}
          {inline.behind !== null && <Behind target={inline.behind} />}
        </SafeLink>
      );
    case "break":
      return <br />;
    case "mention":
      return context.document?.renderReference(inline.reference, "line");
  }
}

const inlineCode =
  "rounded-xs bg-surface-sunken px-1 py-px font-mono text-[0.92em] inset-ring inset-ring-border";

/** The parts of a text are where they are: their place is their name. */
function keyed(nodes: readonly ReactNode[]): ReactNode {
  return nodes.map((node, index) => <Fragment key={String(index)}>{node}</Fragment>);
}
