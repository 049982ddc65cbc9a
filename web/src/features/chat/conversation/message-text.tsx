import { useMemo } from "react";
import { splitLinks } from "./links.ts";

/** The text of a message as it was written, with its addresses as links. */
export function MessageText({ content }: { content: string }) {
  const parts = useMemo(() => place(splitLinks(content)), [content]);
  return parts.map(({ part, at }) =>
    part.kind === "text" ? (
      part.text
    ) : (
      <a
        key={at}
        href={part.href}
        target="_blank"
        rel="noopener noreferrer"
        className="rounded-xs font-medium text-primary-text underline-offset-[3px] hover:underline"
      >
        {part.text}
      </a>
    ),
  );
}

/** Each part with its place in the text, which is what tells two equal links apart. */
function place(parts: ReturnType<typeof splitLinks>) {
  let at = 0;
  return parts.map((part) => {
    const placed = { part, at };
    at += part.text.length;
    return placed;
  });
}
