import { Clock } from "lucide-react";
import { useEffect, useRef } from "react";
import { chosenPreferences } from "../../../lib/preferences.ts";
import { formatWall } from "../../../lib/time/format-wall.ts";
import { isWholeTime, readTime, stepTime } from "../../../lib/time/typed-time.ts";
import { cx } from "../../base/cx.ts";
import { TypedField, type TypedFieldProps } from "../typed-field.tsx";

/** A day on which to write times: which one does not matter. */
const anyDay = "2026-11-20";
const usualTime = "09:00";
const stepMinutes = 15;
const offered = Array.from({ length: 48 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, "0");
  return `${hour}:${half % 2 === 0 ? "00" : "30"}`;
});

/**
 * A labelled field for a time of day, as "09:30"; empty when there is none. People type it on their own 12- or 24-hour
 * clock, step by quarters of an hour with the arrow keys, or choose from a list.
 */
export function TimeField(field: TypedFieldProps) {
  const write = (time: string) => formatWall("time", anyDay, time);
  return (
    <TypedField
      {...field}
      // A comma or full stop is on the number keys of a phone, a colon is not.
      inputMode={chosenPreferences().hours === "24" ? "decimal" : "text"}
      ways={{
        show: write,
        read: readTime,
        isWhole: isWholeTime,
        step: (time, by) => (time === "" ? usualTime : stepTime(time, by * stepMinutes)),
        refusal: `Enter a time such as ${write("14:30")}.`,
        picker: {
          icon: Clock,
          noun: "a time",
          className: "max-h-64! w-28 p-1!",
          render: (choose) => <TimeList time={field.value} write={write} onChoose={choose} />,
        },
      }}
    />
  );
}

interface TimeListProps {
  time: string;
  write: (time: string) => string;
  onChoose: (time: string) => void;
}

/** Every half hour of a day. */
function TimeList({ time, write, onChoose }: TimeListProps) {
  const near = offered.findLast((one) => one <= (time || usualTime)) ?? usualTime;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[data-first-focus]")?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <ul ref={list}>
      {offered.map((one) => (
        <li key={one}>
          <button
            aria-pressed={one === time}
            className={cx(
              "h-8 w-full rounded-sm px-2 text-left max-md:h-11 hover:bg-surface-hover",
              one === time && "bg-surface-selected font-semibold",
            )}
            data-first-focus={one === near ? "" : undefined}
            onClick={() => onChoose(one)}
            onKeyDown={(event) => {
              if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
              event.preventDefault();
              const row = event.currentTarget.parentElement;
              const next = event.key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
              next?.querySelector("button")?.focus();
            }}
            type="button"
          >
            {write(one)}
          </button>
        </li>
      ))}
    </ul>
  );
}
