import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { cx } from "../../ui/base/cx.ts";
import { formatShort } from "./data/words.ts";

/** Money that is used up against what there is, where a section has both and the currency is the same. */
export function SpentBar({ card, type }: { card: Card; type: CardType }) {
  const { spent, budget } = type.options.layout;
  const used = spent ? card.data[spent] : undefined;
  const whole = budget ? card.data[budget] : undefined;
  if (!isMoney(used) || !isMoney(whole) || used.currency !== whole.currency || whole.amount === 0)
    return null;
  const share = used.amount / whole.amount;
  return (
    <div className="flex flex-col gap-1">
      <span className="h-1.5 overflow-hidden rounded-full bg-surface-active" aria-hidden="true">
        <span
          className={cx("block h-full rounded-full", share > 1 ? "bg-danger" : "bg-dept")}
          style={{ width: `${Math.min(1, share) * 100}%` }}
        />
      </span>
      <p className={cx("text-xs tabular-nums", share > 1 ? "font-medium text-danger-text" : "text-muted")}>
        {formatShort(used)} of {formatShort(whole)}
        {share > 1 ? ", over budget" : ""}
      </p>
    </div>
  );
}

function isMoney(value: unknown): value is { amount: number; currency: string } {
  return typeof value === "object" && value !== null && "amount" in value;
}
