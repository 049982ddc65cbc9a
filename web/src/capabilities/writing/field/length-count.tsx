import { formatNumber } from "../../../lib/format-number.ts";
import { cx } from "../../../ui/base/cx.ts";
import { isNearLimit, isTooLong, lengthOf } from "./text-length.ts";

/** How long a text is, once it nears its limit, and by how much it is too long. */
export function LengthCount({ text, max }: { text: string; max: number }) {
  if (!isNearLimit(text, max)) return null;
  const length = lengthOf(text, max);
  return (
    <span
      role="status"
      className={cx("text-2xs", isTooLong(text, max) ? "font-semibold text-danger-text" : "text-faint")}
    >
      {`${formatNumber(length)} / ${formatNumber(max)}`}
      <span className="sr-only"> characters</span>
      {isTooLong(text, max) && `, ${formatNumber(length - max)} too many`}
    </span>
  );
}
