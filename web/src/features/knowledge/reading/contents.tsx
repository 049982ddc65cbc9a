import { useEffect, useState } from "react";
import { cx } from "../../../ui/base/cx.ts";
import type { ArticlePart } from "../text/split-article.ts";

interface Entry {
  id: string;
  label: string;
  number: number | null;
  level: number;
}

/** Headings and steps of an article, in order. */
export function entriesOf(parts: readonly ArticlePart[]): Entry[] {
  return parts.flatMap((part): Entry[] => {
    if (part.kind === "heading" && part.level <= 3)
      return [{ id: part.anchor, label: part.text, number: null, level: part.level }];
    if (part.kind === "toggle" && part.level !== null && part.level <= 3)
      return [{ id: part.anchor, label: part.title, number: null, level: part.level }];
    if (part.kind === "step")
      return [{ id: `step-${part.id}`, label: part.title, number: part.number, level: 2 }];
    return [];
  });
}

/** The contents of a page, with the part that is being read marked. */
export function Contents({ entries }: { entries: readonly Entry[] }) {
  const current = useCurrent(entries);
  return (
    <nav aria-label="On this page" className="sticky top-4 print:hidden">
      <h2 className="mb-2 font-semibold text-xs">On this page</h2>
      <ul className="flex max-h-[70vh] flex-col overflow-y-auto border-l">
        {entries.map(({ id, label, number, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? "location" : undefined}
              className={cx(
                "-ml-px flex gap-2 border-l-2 py-1 text-xs hover:text-text",
                id === current ? "border-primary font-semibold" : "border-transparent text-muted",
                level > 2 ? "pl-5" : "pl-2.5",
              )}
            >
              {number !== null && <span className="w-3 flex-none tabular-nums">{number}</span>}
              <span className="min-w-0">{label}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The last entry above the middle of the window. */
function useCurrent(entries: readonly Entry[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const targets = entries.flatMap(({ id }) => document.getElementById(id) ?? []);
    if (targets.length === 0) return undefined;
    const observer = new IntersectionObserver(
      () => {
        const above = targets.filter(
          (target) => target.getBoundingClientRect().top < window.innerHeight * 0.4,
        );
        setCurrent((above.at(-1) ?? targets[0])?.id);
      },
      { rootMargin: "0px 0px -60% 0px", threshold: [0, 1] },
    );
    for (const target of targets) observer.observe(target);
    return () => observer.disconnect();
  }, [entries]);
  return current;
}
