import { useEffect, useEffectEvent, useRef } from "react";
import { errorMessage } from "../../lib/request/api-error.ts";
import { Button, type ButtonProps } from "../button/button.tsx";
import { RetryAlert } from "../state/retry-alert.tsx";

export interface MoreOfGroupProps extends Pick<ButtonProps, "variant"> {
  /** The cursor of the next page. */
  cursor: string | null;
  /** How many items are left. */
  count: number;
  /** Loads the next page. */
  more: { mutate: (cursor: string | null) => void; isPending: boolean; error: Error | null };
  /** The message for a failure that has none of its own. */
  failure: string;
  label?: string;
  /** Loads the next page as soon as this is scrolled to. */
  loadsInView?: boolean;
  className: string;
  alertClassName?: string;
}

/** The way to the next items of a group: a button, or why they could not be loaded. */
export function MoreOfGroup({
  cursor,
  count,
  more,
  failure,
  loadsInView = false,
  ...look
}: MoreOfGroupProps) {
  const { label = `Show ${Math.max(1, count)} more`, variant = "ghost", className, alertClassName } = look;
  const { mutate, isPending, error } = more;
  const end = useRef<HTMLDivElement>(null);
  const loaded = useRef<string>(undefined);
  const load = useEffectEvent(() => {
    const page = `${cursor} ${count}`;
    // A page that brings nothing is not asked for again.
    if (isPending || error || loaded.current === page) return;
    loaded.current = page;
    mutate(cursor);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a page the end may still be in view, and is looked for while the page is on its way
  useEffect(() => {
    if (!end.current || !loadsInView) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load());
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [cursor, count, isPending, loadsInView]);
  if (error) {
    return (
      <RetryAlert
        className={alertClassName}
        message={errorMessage(error, failure)}
        onRetry={() => mutate(cursor)}
        retrying={isPending}
      />
    );
  }
  return (
    <div className={className} ref={end}>
      <Button loading={isPending} onClick={() => mutate(cursor)} size="sm" variant={variant}>
        {label}
      </Button>
    </div>
  );
}
