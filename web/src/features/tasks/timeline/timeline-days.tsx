import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { cellsBetween, dayAt, leftOf, type Scale } from "./scale.ts";
import { titleCell } from "./timeline-row.tsx";

/** The part of the days that is drawn, in pixels from the first one. */
export interface Drawn {
  from: number;
  to: number;
}

/** The window is drawn in steps, so that not every pixel renders the head again. */
const stepPx = 400;

/** The part of the days that is scrolled to. Starts at today, and keeps its middle when the zoom changes. */
export function useView(
  scroller: { readonly current: HTMLDivElement | null },
  scale: Scale,
  today: string,
  toToday: number,
): Drawn {
  const [view, setView] = useState<Drawn>({ from: 0, to: 2000 });
  const middle = useRef<string>(undefined);
  const latest = useRef({ scale, today });
  useLayoutEffect(() => {
    latest.current = { scale, today };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when today is asked for
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box) box.scrollLeft = leftOf(latest.current.scale, today) - box.clientWidth / 4;
  }, [toToday]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: days are elsewhere on another scale
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box && middle.current) box.scrollLeft = leftOf(scale, middle.current) - box.clientWidth / 2;
  }, [scale.zoom, scale.first]);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const look = () => {
      middle.current = dayAt(latest.current.scale, box.scrollLeft + box.clientWidth / 2);
      const from = Math.floor(box.scrollLeft / stepPx) * stepPx - stepPx;
      const to = Math.ceil((box.scrollLeft + box.clientWidth) / stepPx) * stepPx + stepPx;
      setView((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    look();
    box.addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      box.removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [scroller]);
  return view;
}

interface DaysProps {
  scale: Scale;
  today: string;
  view: Drawn;
}

/** The names of the days, in two lines that stay in view. */
export function Head({ scale, today, view }: DaysProps) {
  const { upper, lower } = cellsBetween(scale, view.from, view.to);
  return (
    <div
      className="sticky top-0 z-5 flex h-11 border-b bg-surface-sunken text-2xs text-faint"
      aria-hidden="true"
    >
      <div className={cx(titleCell, "bg-surface-sunken font-semibold")}>Title</div>
      <div className="relative flex-none" data-timeline="" style={{ width: scale.width }}>
        {upper.map(({ day, left, width, text }) => (
          <span className="absolute top-0 h-5 overflow-clip border-l" key={day} style={{ left, width }}>
            <span className="sticky left-[264px] px-1.5 font-semibold text-muted leading-5 max-md:left-[132px]">
              {text}
            </span>
          </span>
        ))}
        {lower.map(({ day, left, width, text }) => (
          <span
            className={cx(
              "absolute top-5 h-6 overflow-clip whitespace-nowrap border-l px-1 leading-6",
              scale.zoom === "day" && day === today && "font-semibold text-primary-text",
            )}
            key={day}
            style={{ left, width }}
          >
            {scale.zoom === "month" ? text.split(" ")[0] : text}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Behind the bars: where weeks, months or quarters begin, and today. */
export function Lines({ scale, today, view }: DaysProps) {
  const { lower } = cellsBetween(scale, view.from, view.to);
  return (
    <div
      className="pointer-events-none absolute inset-y-0 left-[260px] max-md:left-[128px]"
      aria-hidden="true"
    >
      {lower.map(({ day, left }) => (
        <span className="absolute inset-y-0 w-px bg-border/60" key={day} style={{ left }} />
      ))}
      <span
        className="absolute inset-y-0 w-0.5 bg-primary"
        data-today=""
        style={{ left: leftOf(scale, today) + scale.dayWidth / 2 - 1 }}
      />
    </div>
  );
}
