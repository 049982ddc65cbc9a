import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { ReasonDialog } from "../board/reason-dialog.tsx";
import { cardChanges } from "../data/changes.ts";
import { daysApart } from "../data/days.ts";

const defaultDays = 30;

/** When something was last tried and worked, and what people report. */
export function Verify({ card, type }: { card: Card; type: CardType }) {
  const queue = useChanges(cardChanges);
  const viewer = useViewer();
  const today = dayOf(useNow());
  const [isReporting, setIsReporting] = useState(false);
  const last = card.data.verified_on;
  const problems = Array.isArray(card.data.problems) ? card.data.problems : [];
  const open = problems.filter(({ isDone }) => !isDone);
  const isStale = typeof last !== "string" || daysApart(last, today) > (type.staleDays ?? defaultDays);
  function change(data: Card["data"], said: string): void {
    queue.change({ about: [card.id], title: card.title, said, change: { act: "change", set: { data } } });
  }
  return (
    <section
      aria-label="Verification"
      className="flex flex-col gap-3 rounded-lg border bg-surface-raised p-4 shadow-1"
    >
      <div className="flex items-center justify-between gap-2">
        {isStale || open.length > 0 ? (
          <Badge tone="warning" icon={TriangleAlert}>
            {open.length > 0 ? "Problems reported" : "Not verified lately"}
          </Badge>
        ) : (
          <Badge tone="success" icon={CircleCheck}>
            Verified
          </Badge>
        )}
        <span className="text-muted text-xs">
          {typeof last === "string" ? formatWallDate(last) : "Never"}
        </span>
      </div>
      {open.map(({ text }) => (
        <p key={text} className="flex items-start gap-2 text-sm">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 flex-none text-warning-text" /> {text}
        </p>
      ))}
      <Button
        icon={CircleCheck}
        onClick={() => change({ verified_on: today, verified_by: viewer.id }, `${card.title} verified`)}
      >
        It worked for me
      </Button>
      <Button variant="ghost" icon={TriangleAlert} onClick={() => setIsReporting(true)}>
        It did not work
      </Button>
      {isReporting && (
        <ReasonDialog
          heading={`Report a problem with ${card.title}`}
          label="What did not work?"
          verb="Report problem"
          onClose={() => setIsReporting(false)}
          onReason={(reason) =>
            change(
              { problems: [...problems, { text: reason.slice(0, 200), isDone: false }] },
              "Problem reported",
            )
          }
        />
      )}
    </section>
  );
}
