import type { CommentPart } from "@atoll/contract/comments/schemas";
import { CircleAlert, Info, Lightbulb, Link2, MessageSquare, TriangleAlert } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import type { PartComments } from "../../../capabilities/comments/use-part-comments.ts";
import { SectionCards } from "../../../capabilities/documents/section-cards.tsx";
import type { DocumentParts } from "../../../capabilities/writing/markdown/document-blocks.tsx";
import { DocumentText } from "../../../capabilities/writing/markdown/document-text.tsx";
import { noTitle, Toggle } from "../../../capabilities/writing/markdown/toggle.tsx";
import { counted } from "../../../lib/counted.ts";
import { cx } from "../../../ui/base/cx.ts";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { copyText } from "../../../ui/toast/copy-text.ts";
import type { ArticlePart, CalloutTone } from "../text/split-article.ts";
import { ArticleCardRow } from "./article-cards.tsx";
import { ArticleImage } from "./article-image.tsx";
import { ArticleMention } from "./article-mention.tsx";

/** Pictures and names within a block of text. */
const documentParts: DocumentParts = {
  renderImage: (fileId, alt, width) => <ArticleImage fileId={fileId} alt={alt} width={width} />,
  renderReference: ({ kind, id, query = "" }, as) =>
    kind === "section" ? (
      <SectionCards id={id} query={query} />
    ) : as === "card" ? (
      <ArticleCardRow kind={kind} id={id} />
    ) : (
      <ArticleMention kind={kind} id={id} />
    ),
};

interface ArticleBodyProps {
  parts: readonly ArticlePart[];
  viewerId: string;
  /** The step that a run is at. */
  currentStepId?: string | undefined;
  /** Steps that are new in this version. */
  newStepIds?: ReadonlySet<string>;
  /** The label of new steps, as "New in 4". */
  newLabel?: string;
  /** Comments on parts of the text. */
  comments?: PartComments;
}

/** The text of an article: headings with anchors, numbered steps, callouts, and Markdown. */
export function ArticleBody(props: ArticleBodyProps) {
  return props.parts.map((part) => <Fragment key={part.key}>{renderPart(part, props)}</Fragment>);
}

function renderPart(part: ArticlePart, props: ArticleBodyProps) {
  switch (part.kind) {
    case "text":
      return (
        <Block part={part} comments={props.comments}>
          <DocumentText
            className="text-md leading-relaxed wrap-anywhere"
            content={part.markdown}
            document={documentParts}
            viewerId={props.viewerId}
          />
        </Block>
      );
    case "image":
      return (
        <Block part={part} comments={props.comments}>
          <ArticleImage fileId={part.fileId} alt={part.alt} width={part.width} />
        </Block>
      );
    case "heading":
      return <ArticleHeading {...part} comments={props.comments} />;
    case "card":
      return (
        <Block part={part} comments={props.comments}>
          <ArticleCardRow kind={part.of} id={part.id} />
        </Block>
      );
    case "section":
      return (
        <Block part={part} comments={props.comments}>
          <SectionCards id={part.sectionId} query={part.query} />
        </Block>
      );
    case "callout":
      return (
        <Callout tone={part.tone}>
          <ArticleBody {...props} parts={part.parts} />
        </Callout>
      );
    case "toggle":
      return <TogglePart part={part} {...props} />;
    case "step":
      return <StepPart part={part} {...props} />;
  }
}

interface BlockProps {
  part: CommentPart;
  comments: PartComments | undefined;
  children: ReactNode;
}

/** A block with the button that comments on it, in the margin. */
function Block({ part: { anchor, quote }, comments, children }: BlockProps) {
  return (
    <div
      id={anchor}
      className={cx(
        "group/block relative scroll-mt-16 not-first:mt-3 [h3+&]:mt-1",
        comments?.mayComment && "max-md:pr-8",
      )}
    >
      {children}
      <span className="absolute top-0.5 left-full max-md:-right-2 max-md:left-auto">
        <CommentOnPart comments={comments} part={{ anchor, quote }} isBlock />
      </span>
    </div>
  );
}

const headingSizes = ["text-xl", "text-lg", "text-md", "text-md"] as const;

/** The page's own title is the first level. */
const headingAs = (level: number) =>
  [(["h2", "h2", "h3", "h4"] as const)[level - 1] ?? "h4", headingSizes[level - 1]] as const;

interface ArticleHeadingProps {
  level: number;
  text: string;
  anchor: string;
  comments: PartComments | undefined;
}

function ArticleHeading({ level, text, anchor, comments }: ArticleHeadingProps) {
  const [Tag, size] = headingAs(level);
  return (
    <Tag
      id={anchor}
      className={cx(
        "group mt-6 mb-1 flex scroll-mt-16 items-center gap-2 font-display font-semibold first:mt-0",
        size,
      )}
    >
      {text}
      <CopyAnchor anchor={anchor} />
      <CommentOnPart comments={comments} part={{ anchor, quote: text }} />
    </Tag>
  );
}

/** A small mark with room for a thumb around it. */
const thumbArea =
  "relative pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-2.5";

function CopyAnchor({ anchor }: { anchor: string }) {
  const link = () => `${location.origin}${location.pathname}#${anchor}`;
  return (
    <button
      type="button"
      aria-label="Copy a link to this place"
      className={cx(
        thumbArea,
        "rounded-xs p-1 text-faint opacity-0 hover:text-text focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100 print:hidden",
      )}
      onClick={() => copyText(link(), "Link copied")}
    >
      <Link2 aria-hidden="true" className="size-3.5" />
    </button>
  );
}

interface CommentOnPartProps {
  comments: PartComments | undefined;
  part: CommentPart;
  /** Shown with the block that is hovered, not with the whole step around it. */
  isBlock?: boolean;
}

/** Begins a comment on a part, and shows how many there are. */
function CommentOnPart({ comments, part, isBlock = false }: CommentOnPartProps) {
  const count = comments?.counts.get(part.anchor) ?? 0;
  if (!comments?.mayComment || part.quote.trim() === "") return null;
  return (
    <button
      type="button"
      aria-label={count > 0 ? `Comment on this part. ${counted(count, "comment")}` : "Comment on this part"}
      className={cx(
        thumbArea,
        "inline-flex items-center gap-1 rounded-xs p-1 text-faint text-xs hover:text-text focus-visible:opacity-100 pointer-coarse:opacity-100 print:hidden",
        isBlock ? "group-hover/block:opacity-100" : "group-hover:opacity-100",
        count === 0 && "opacity-0",
      )}
      onClick={() =>
        comments.setAbout({ anchor: part.anchor, quote: [...part.quote].slice(0, 200).join("") })
      }
    >
      <MessageSquare aria-hidden="true" className="size-3.5" />
      {count > 0 && <span className="tabular-nums">{count}</span>}
    </button>
  );
}

/** Content below a line that folds it. */
function TogglePart({
  part,
  ...props
}: ArticleBodyProps & { part: Extract<ArticlePart, { kind: "toggle" }> }) {
  const { anchor, level, quote } = part;
  const [Tag, size] = headingAs(level ?? 1);
  const text = part.title === "" ? noTitle : part.title;
  const title =
    level === null ? (
      <DocumentText
        className="text-md leading-relaxed wrap-anywhere"
        content={text}
        document={documentParts}
        viewerId={props.viewerId}
      />
    ) : (
      <Tag className={cx("font-display font-semibold wrap-anywhere", size)}>{text}</Tag>
    );
  return (
    <div className={cx("group relative not-first:mt-3", props.comments?.mayComment && "max-md:pr-8")}>
      <Toggle title={title} anchor={anchor}>
        <ArticleBody {...props} parts={part.parts} />
      </Toggle>
      <span className="absolute top-1 left-full flex max-md:-right-2 max-md:left-auto">
        <CommentOnPart comments={props.comments} part={{ anchor, quote }} />
      </span>
    </div>
  );
}

type Step = Extract<ArticlePart, { kind: "step" }>;

/** A numbered step: its disc on a hairline, which ends with the last step. */
function StepPart({ part, ...props }: ArticleBodyProps & { part: Step }) {
  const isCurrent = props.currentStepId === part.id;
  return (
    <section
      id={`step-${part.id}`}
      aria-label={`Step ${part.number}: ${part.title}`}
      className="group relative mt-4 flex scroll-mt-16 gap-4 pb-2"
    >
      <span
        aria-hidden="true"
        className={cx(
          "grid size-7 flex-none place-items-center rounded-full font-semibold text-sm",
          isCurrent ? "bg-primary text-primary-contrast" : "bg-primary-soft text-primary-text",
        )}
      >
        {part.number}
      </span>
      <span aria-hidden="true" className="absolute top-8 bottom-0 left-3.5 w-px bg-border-strong" />
      <div className="min-w-0 flex-1 pt-0.5">
        <h3 className="flex flex-wrap items-center gap-2 font-semibold text-md">
          {part.title}
          {props.newStepIds?.has(part.id) && (
            <span
              data-unquoted=""
              className="rounded-sm bg-primary-soft px-1.5 font-semibold text-2xs text-primary-text leading-5"
            >
              {props.newLabel}
            </span>
          )}
          <CopyAnchor anchor={`step-${part.id}`} />
          <CommentOnPart
            comments={props.comments}
            part={{ anchor: `step-${part.id}`, quote: `${part.number}. ${part.title}` }}
          />
        </h3>
        <ArticleBody {...props} parts={part.parts} />
      </div>
    </section>
  );
}

const callouts: Readonly<Record<CalloutTone, { look: string; icon: IconType; name: string }>> = {
  note: { look: "bg-info-soft text-text", icon: Info, name: "Note" },
  tip: { look: "bg-success-soft text-text", icon: Lightbulb, name: "Tip" },
  warning: {
    look: "bg-highlight-soft text-text inset-ring-1 inset-ring-highlight-bright/55",
    icon: TriangleAlert,
    name: "Warning",
  },
  danger: {
    look: "bg-danger-soft text-text inset-ring-1 inset-ring-danger/30",
    icon: CircleAlert,
    name: "Danger",
  },
};

function Callout({ tone, children }: { tone: CalloutTone; children: ReactNode }) {
  const { look, icon: Icon, name } = callouts[tone];
  return (
    <aside aria-label={name} className={cx("mt-3 flex gap-3 rounded-md px-3.5 py-2.5", look)}>
      <Icon aria-hidden="true" className="mt-1 size-4 flex-none" />
      <div className="min-w-0 flex-1">{children}</div>
    </aside>
  );
}
