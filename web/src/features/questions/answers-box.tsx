import { Check } from "lucide-react";
import { counted } from "../../lib/counted.ts";
import { cx } from "../../ui/base/cx.ts";

/** How many answers a question has: palm with a check where one is accepted, an outline where there is none. */
export function AnswersBox({
  count,
  isAccepted,
  size = "md",
}: {
  count: number;
  isAccepted: boolean;
  size?: "sm" | "md";
}) {
  return (
    <span
      role="img"
      aria-label={`${counted(count, "answer")}${isAccepted ? ", one accepted" : ""}`}
      className={cx(
        "relative flex flex-none flex-col items-center justify-center rounded-md",
        size === "sm" ? "h-11 w-[52px]" : "h-12 w-14 max-md:h-9 max-md:w-11",
        isAccepted
          ? "bg-success-soft text-success-text"
          : count === 0
            ? "text-muted inset-ring-1 inset-ring-border-strong"
            : "bg-surface-sunken text-muted",
      )}
    >
      <b className="font-display font-semibold text-[15px] leading-[18px] max-md:text-sm">{count}</b>
      <span className="text-2xs leading-[14px] max-md:text-[10px] max-md:leading-3">
        {count === 1 ? "answer" : "answers"}
      </span>
      {isAccepted && (
        <Check size={12} aria-hidden className="absolute top-1.5 right-2 max-md:top-1 max-md:right-1" />
      )}
    </span>
  );
}
