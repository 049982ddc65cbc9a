import { type FormEvent, useState } from "react";
import { formatNumber } from "../../lib/format-number.ts";

interface LimitedControl {
  maxLength?: number | undefined;
  value?: unknown;
  onInput?: ((event: never) => void) | undefined;
}

/**
 * Lets a text in that is longer than its field takes, and says so. The browser's own limit would cut what is pasted,
 * without a word. Lengths are in code points, as the server counts.
 * @returns the attributes to spread over those of the control, and the error to show below it.
 */
export function useTextLimit({ maxLength, value, onInput }: LimitedControl) {
  const [typed, setTyped] = useState("");
  const text = typeof value === "string" ? value : typed;
  // Most texts have fewer units than their limit, and need no counting.
  const length = maxLength === undefined || text.length <= maxLength ? 0 : [...text].length;
  const isTooLong = maxLength !== undefined && length > maxLength;
  return {
    error: isTooLong
      ? `Too long: ${formatNumber(length)} of ${formatNumber(maxLength)} characters`
      : undefined,
    attributes: {
      maxLength: undefined,
      "data-too-long": isTooLong || undefined,
      onInput(event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) {
        setTyped(event.currentTarget.value);
        onInput?.(event as never);
      },
    },
  };
}
