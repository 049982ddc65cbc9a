import { ChevronDown, ChevronUp, Columns2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { counted } from "../../../lib/counted.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { type ComparedText, compareWords } from "../text/compare-words.ts";
import { Runs } from "./runs.tsx";
import { SideBySide } from "./side-by-side.tsx";

export interface WordDiffProps {
  title: string;
  /** The names of the two texts. */
  names: { before: string; after: string };
  before: ComparedText;
  after: ComparedText;
}

/** Two texts compared by words, with keys that lead from change to change. */
export function WordDiff({ title, names, before, after }: WordDiffProps) {
  const { added, removed, steps, blocks } = useMemo(() => compareWords(before, after), [before, after]);
  const [current, setCurrent] = useState(-1);
  const [isWide, setWide] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const go = (to: number) => {
    setCurrent(to);
    list.current?.children[to]?.scrollIntoView({ block: "nearest" });
  };
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <div className="flex min-h-7 items-center gap-1">
        <h3 className="min-w-0 flex-1 font-semibold text-sm">{title}</h3>
        {blocks.length > 1 && (
          <>
            <IconButton
              size="xs"
              icon={ChevronUp}
              label="Previous change"
              onClick={() => go((Math.max(current, 0) + blocks.length - 1) % blocks.length)}
            />
            <IconButton
              size="xs"
              icon={ChevronDown}
              label="Next change"
              onClick={() => go((current + 1) % blocks.length)}
            />
          </>
        )}
      </div>
      {blocks.length === 0 ? (
        <p className="text-muted">The words are the same.</p>
      ) : (
        <>
          <p className="flex flex-wrap gap-x-2 text-xs">
            {added > 0 && <span className="font-semibold text-success-text">+{counted(added, "word")}</span>}
            {removed > 0 && (
              <span className="font-semibold text-danger-text">-{counted(removed, "word")}</span>
            )}
            {steps > 0 && <span className="text-muted">in {counted(steps, "step")}</span>}
          </p>
          <ol
            ref={list}
            className="flex flex-col gap-1 rounded-md border bg-surface-raised p-1.5 text-xs leading-5 wrap-anywhere"
          >
            {blocks.map((block, index) => (
              <li
                key={block.key}
                aria-current={index === current ? "true" : undefined}
                className={cx("rounded-sm px-1.5 py-1", index === current && "bg-surface-selected")}
              >
                {block.place !== undefined && block.place !== blocks[index - 1]?.place && (
                  <p className="font-semibold text-2xs text-faint">{block.place}</p>
                )}
                <Runs runs={block.runs} />
              </li>
            ))}
          </ol>
          <Button
            size="sm"
            variant="ghost"
            icon={Columns2}
            className="self-start"
            onClick={() => setWide(true)}
          >
            Side by side
          </Button>
        </>
      )}
      {isWide && <SideBySide {...{ title, names, blocks }} onClose={() => setWide(false)} />}
    </section>
  );
}
