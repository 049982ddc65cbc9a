import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import type { DocumentParts } from "./document-blocks.tsx";

interface DocumentTextProps {
  content: string;
  document: DocumentParts;
  viewerId: string;
  className?: string;
}

const markdownPart = lazyPart(() => import("./markdown.tsx"));
const nobody = { mentions: [], mentionsAll: null };

/** A text of a document, which holds more than a message: callouts, line breaks in cells, and names by id. */
export function DocumentText({ content, document, viewerId, className }: DocumentTextProps) {
  const part = useLazyPart(markdownPart, true, () => undefined);
  return (
    <div dir="auto" className={className}>
      {part ? (
        <part.Markdown content={content} document={document} calls={nobody} viewerId={viewerId} />
      ) : (
        <p className="whitespace-pre-wrap">{content}</p>
      )}
    </div>
  );
}
