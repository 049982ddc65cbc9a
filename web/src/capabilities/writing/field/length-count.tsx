import { cx } from "../../../ui/base/cx.ts";
import { isNearLimit, isTooLong, lengthOf } from "./text-length.ts";

const figures = new Intl.NumberFormat("en-GB");

/** How long a text is, once it nears its limit, and by how much it is too long. */
export function LengthCount({ text, max }: { text: string; max: number }) {
  if (!isNearLimit(text, max)) return null;
  const length = lengthOf(text, max);
  return (
    <span
      role="status"
      className={cx("text-2xs", isTooLong(text, max) ? "font-semibold text-danger-text" : "text-faint")}
    >
      {`${figures.format(length)} / ${figures.format(max)}`}
      <span className="sr-only"> characters</span>
      {isTooLong(text, max) && `, ${figures.format(length - max)} too many`}
    </span>
  );
}
