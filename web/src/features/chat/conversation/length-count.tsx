import { messageMaxLength } from "@atoll/contract/chat/schemas";
import { cx } from "../../../ui/cx.ts";
import { isNearLimit, isTooLong } from "./message-length.ts";

const figures = new Intl.NumberFormat("en-GB");

/** How long a text is, once it nears what a message may hold. */
export function LengthCount({ text }: { text: string }) {
  if (!isNearLimit(text)) return null;
  const count = `${figures.format(text.trim().length)} / ${figures.format(messageMaxLength)}`;
  return (
    <span
      role="status"
      className={cx("text-2xs", isTooLong(text) ? "font-semibold text-danger-text" : "text-faint")}
    >
      {count}
      <span className="sr-only"> characters</span>
    </span>
  );
}
