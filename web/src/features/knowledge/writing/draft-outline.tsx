import { useEffect, useState } from "react";
import { cx } from "../../../ui/base/cx.ts";

interface DraftHeading {
  text: string;
  level: number;
}

/** Where a draft is written on this page. */
const findText = () => document.querySelector<HTMLElement>("[contenteditable][role=textbox]");
const findHeadings = () => [...(findText()?.querySelectorAll<HTMLElement>("h1, h2, h3") ?? [])];

/** The headings of the draft that is written on this page, as they are now. One that is chosen is scrolled to. */
export function DraftOutline() {
  const headings = useHeadings();
  if (headings.length === 0) return null;
  const goTo = (at: number) => {
    const heading = findHeadings()[at];
    if (!heading) return;
    findText()?.focus({ preventScroll: true });
    getSelection()?.collapse(heading, 0);
    heading.scrollIntoView({ block: "start" });
  };
  return (
    <nav aria-label="In this draft" className="border-b pb-2">
      <h3 className="px-2 py-1 font-semibold text-xs">In this draft</h3>
      <ol className="max-h-[35vh] overflow-y-auto">
        {headings.map(({ text, level }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a heading is known by its place alone
          <li key={at}>
            <button
              type="button"
              onClick={() => goTo(at)}
              className={cx(
                "w-full truncate rounded-sm py-1 pr-2 text-left text-xs hover:bg-surface-hover max-md:py-2.5",
                level === 1 ? "pl-2 font-medium" : level === 2 ? "pl-5" : "pl-8 text-muted",
              )}
            >
              {text || "Without words yet"}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Reads the headings from the page: what co-editors write is there as soon as what the writer types. */
function useHeadings(): readonly DraftHeading[] {
  const [headings, setHeadings] = useState<readonly DraftHeading[]>([]);
  useEffect(() => {
    let frame = 0;
    const read = () => {
      frame = 0;
      const next = findHeadings().map(({ textContent, tagName }) => ({
        text: textContent.trim(),
        level: Number(tagName.slice(1)),
      }));
      setHeadings((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    const observer = new MutationObserver(() => {
      frame ||= requestAnimationFrame(read);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    read();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
  return headings;
}
