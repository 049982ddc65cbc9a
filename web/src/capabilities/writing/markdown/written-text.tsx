import type { ComponentPropsWithRef } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { looksLikeMarkdown } from "./looks-like-markdown.ts";
import type { MarkdownProps } from "./markdown.tsx";
import { SaidText, withEnd } from "./said-text.tsx";

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
      {withEnd(<SaidText text={content} calls={calls} viewerId={viewerId} />, end)}
    </p>
  );
}
