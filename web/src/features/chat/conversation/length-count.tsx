import { messageMaxLength } from "@atoll/contract/chat/schemas";
import { cx } from "../../../ui/cx.ts";
import { isNearLimit, isTooLong, lengthOf } from "./message-length.ts";

const figures = new Intl.NumberFormat("en-GB");

/** How long a text is, once it nears what a message may hold, and by how much it is too long. */
export function LengthCount({ text }: { text: string }) {
  if (!isNearLimit(text)) return null;
  const length = lengthOf(text);
  return (
    <span
      role="status"
      className={cx("text-2xs", isTooLong(text) ? "font-semibold text-danger-text" : "text-faint")}
    >
      {`${figures.format(length)} / ${figures.format(messageMaxLength)}`}
      <span className="sr-only"> characters</span>
      {isTooLong(text) && `, ${figures.format(length - messageMaxLength)} too many`}
    </span>
  );
}
