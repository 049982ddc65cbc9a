import type { RefObject } from "react";
import { Button } from "../button/button.tsx";
import { InlineAlert } from "./inline-alert.tsx";

export interface RetryAlertProps {
  message: string;
  /** Without this there is nothing to press: trying again is done elsewhere. */
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** The button goes with the alert, and would take the focus with it: it goes there when it is pressed. */
  focusAfter?: RefObject<HTMLElement | null>;
  className?: string;
}

/** Why something could not be had, in a line above what is there, and the way to try it again. */
export function RetryAlert({ message, onRetry, retrying, focusAfter, className }: RetryAlertProps) {
  function retry() {
    onRetry?.();
    focusAfter?.current?.focus();
  }
  const again = onRetry && (
    <Button size="xs" loading={retrying} onClick={retry}>
      Try Again
    </Button>
  );
  return (
    <InlineAlert tone="error" className={className} action={again}>
      {message}
    </InlineAlert>
  );
}
