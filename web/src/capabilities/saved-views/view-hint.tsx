import { cx } from "../../ui/base/cx.ts";
import { Button } from "../../ui/button/button.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import type { ViewDesk } from "./use-view-desk.tsx";

/** The note that the open view has lost filters, until it is saved without them. */
export function ViewHint({ desk, className = "mb-3" }: { desk: ViewDesk; className?: string }) {
  if (!desk.isReduced) return null;
  return (
    <InlineAlert
      tone="notice"
      className={cx("w-full", className)}
      action={
        <Button onClick={desk.update} size="sm">
          Update view
        </Button>
      }
    >
      Some filters of this view no longer exist. The others still apply.
    </InlineAlert>
  );
}
