import type { ReactNode } from "react";
import { lazyPart, useLazyPart } from "../../../ui/lazy-part.ts";
import { looksLikeMarkdown } from "./looks-like-markdown.ts";
import { SaidText } from "./said-text.tsx";
import type { Calls } from "./split-mentions.ts";

const markdownPart = lazyPart(() => import("./markdown.tsx"));

export interface MessageTextProps {
  content: string;
  calls: Calls;
  viewerId: string;
  /** Stands at the end of the last line. */
  end?: ReactNode;
  className?: string;
}

/** The text of a message. What reads Markdown comes with the first text that needs it; until then it is plain. */
export function MessageText({ className, ...props }: MessageTextProps) {
  const part = useLazyPart(markdownPart, looksLikeMarkdown(props.content), () => undefined);
  return (
    <div dir="auto" className={className}>
      {part ? <part.Markdown {...props} /> : <PlainText {...props} />}
    </div>
  );
}

function PlainText({ content, calls, viewerId, end }: Omit<MessageTextProps, "className">) {
  return (
    <p className="whitespace-pre-wrap">
      {/* Marks of writing direction end with the text. */}
      <span className="[unicode-bidi:isolate]">
        <SaidText text={content} calls={calls} viewerId={viewerId} />
      </span>
      {end}
    </p>
  );
}
