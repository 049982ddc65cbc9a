import { Archive } from "lucide-react";
import { Button } from "../../../ui/button/button.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import type { InboxView } from "./filter.ts";

/** The empty state of each view. */
export function InboxEmpty({ view, onShowDone }: { view: InboxView; onShowDone?: () => void }) {
  if (view === "snoozed") return <EmptyState drawing="announcements" title="Nothing is snoozed." />;
  if (view === "done") return <EmptyState drawing="announcements" title="Nothing is done yet." />;
  return (
    <EmptyState
      action={
        onShowDone && (
          <Button icon={Archive} onClick={onShowDone} size="sm">
            Show done
          </Button>
        )
      }
      drawing="announcements"
      title="Nothing needs you right now."
    >
      Mentions, assignments, due work and must-reads arrive here.
    </EmptyState>
  );
}
