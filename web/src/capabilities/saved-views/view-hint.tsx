import { cx } from "../../ui/base/cx.ts";
import { Button } from "../../ui/button/button.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import type { PageViews } from "./use-page-views.tsx";

/** The note that the open view has lost filters, until it is saved without them. */
export function ViewHint({ pageViews, className = "mb-3" }: { pageViews: PageViews; className?: string }) {
  if (!pageViews.isReduced) return null;
  return (
    <InlineAlert
      tone="notice"
      className={cx("w-full", className)}
      action={
        <Button onClick={pageViews.update} size="sm">
          Update view
        </Button>
      }
    >
      Some filters of this view no longer exist. The others still apply.
    </InlineAlert>
  );
}
