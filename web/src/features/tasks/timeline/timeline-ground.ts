import { daysFrom } from "@atoll/contract/zones";
import type { Carry, DragGround, Grip, Said } from "../../../ui/drag/carry.ts";
import type { Point } from "../../../ui/drag/geometry.ts";
import { dayAt, type Scale, spanAtEdge } from "./scale.ts";
import { isSameSpan, type Span, type SpanPart, shifted, spanInWords, stepped } from "./spans.ts";

/** The dragged task. It comes from the tray, or part of its bar is dragged. */
export interface LiftedBar {
  id: string;
  part: SpanPart | "new";
}

export interface TimelineGroundOptions {
  scale: Scale;
  today: string;
  /** Null: a task without dates; undefined: none that is shown. */
  find: (id: string) => { title: string; span: Span | null } | undefined;
  onChange: (id: string, span: Span) => void;
}

/**
 * A timeline of bars. Its days are in a `data-timeline`, bars are `data-bar="{id}"` with a `data-bar-end="start|end"` at
 * either end, and tasks without dates `data-undated="{id}"`.
 */
export class TimelineGround implements DragGround<LiftedBar, Span> {
  options: TimelineGroundOptions;

  constructor(options: TimelineGroundOptions) {
    this.options = options;
  }

  readonly take = (pressed: Element): HTMLElement | undefined =>
    pressed.closest<HTMLElement>("[data-bar], [data-undated]") ?? undefined;

  readonly lift = (element: HTMLElement, grip: Grip): Carry<LiftedBar, Span> | undefined => {
    const id = element.dataset.bar ?? element.dataset.undated ?? "";
    const found = this.options.find(id);
    const days = grip.root.querySelector<HTMLElement>("[data-timeline]");
    if (!found || !days) return undefined;
    const dayUnder = ({ x }: Point) => dayAt(this.options.scale, x - days.getBoundingClientRect().left);
    const isOver = ({ x, y }: Point) =>
      document.elementFromPoint(x, y)?.closest("[data-timeline-body]") !== null;
    const { span } = found;
    const part = partOf(grip.pressed);
    const origin = dayUnder(grip.start);
    const oneDay = (day: string): Span => ({ from: day, to: day });
    const begin = span ?? (grip.by === "keys" ? oneDay(this.options.today) : undefined);
    return {
      what: { id, part: span ? part : "new" },
      home: () => this.options.find(id)?.span ?? undefined,
      begin,
      isSame: isSameSpan,
      at: (point) => {
        if (!span) return { place: isOver(point) ? oneDay(dayUnder(point)) : undefined, scrolls: days };
        const moved = daysFrom(origin, dayUnder(point));
        const { scale } = this.options;
        return { place: moved === 0 ? span : shifted(spanAtEdge(scale, span), part, moved), scrolls: days };
      },
      step: stepped,
      say: (said, place) => sayOf(found.title, said, place),
      onDrop: (place) => this.options.onChange(id, place),
      element: () =>
        grip.root.querySelector<HTMLElement>(`[data-bar="${id}"], [data-undated="${id}"]`) ?? undefined,
    };
  };
}

function partOf(pressed: Element): SpanPart {
  const end = pressed.closest<HTMLElement>("[data-bar-end]")?.dataset.barEnd;
  return end === "start" || end === "end" ? end : "whole";
}

function sayOf(title: string, said: Said, span: Span | undefined): string {
  if (said === "cancelled" || !span) return `${title} is back where it was.`;
  const when = spanInWords(span);
  if (said === "lifted") return `Lifted ${title}. ${when}.`;
  return said === "moved" ? `${when}.` : `${title} moved to ${when}.`;
}

export const barHint =
  "Space lifts the bar, left and right move it, with Shift they change its end, up and down change its start, Space drops it, Escape puts it back.";
