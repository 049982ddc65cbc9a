import type { ComponentPropsWithRef } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { InlineText, withEnd } from "./inline-text.tsx";
import type { MarkdownProps } from "./markdown.tsx";

const signs =
  /[*_~`\\]|\]\(|^ {0,3}(?:>|#{1,6}[ \t]|[-+][ \t]|\d{1,9}[.)][ \t]|-{3,}[ \t]*$)|^[^\n]*\|[^\n]*\n[ \t|:]*-/m;

/** Whether a text may mean more than it says. Most messages do not, and need no reader of Markdown. */
function looksLikeMarkdown(content: string): boolean {
  return signs.test(content);
}

const markdownPart = lazyPart(() => import("./markdown.tsx"));

export type WrittenTextProps = MarkdownProps & Pick<ComponentPropsWithRef<"div">, "className" | "ref">;

/** The text of a message. What reads Markdown comes with the first text that needs it; until then it is plain. */
export function WrittenText({ content, calls, viewerId, end, className, ...box }: WrittenTextProps) {
  const part = useLazyPart(markdownPart, looksLikeMarkdown(content), () => undefined);
  const Text = part?.Markdown ?? PlainText;
  return (
    <div dir="auto" {...box} className={cx(className, isEmojiOnly(content) && "text-[32px]/10")}>
      <Text content={content} calls={calls} viewerId={viewerId} end={end} />
    </div>
  );
}

const fewEmoji = /^(?:(?:\p{RGI_Emoji}|\p{Extended_Pictographic})\s*){1,6}$/v;

/** A few emoji and nothing else are what is said, and large. */
export function isEmojiOnly(content: string): boolean {
  return content.length <= 100 && fewEmoji.test(content.trim());
}

function PlainText({ content, calls, viewerId, end }: MarkdownProps) {
  return (
    <p className="whitespace-pre-wrap">
      {withEnd(<InlineText text={content} calls={calls} viewerId={viewerId} />, end)}
    </p>
  );
}
