import type { OnboardingFigures } from "@atoll/contract/onboarding/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { setItemDone, setTaskDone } from "../data/api.ts";
import { keys, useFigures } from "../data/queries.ts";
import { dueInWords, formatPathDay, itemTitle } from "../words.ts";

interface OwnPartProps {
  className: string;
  onChooseBuddy: (onboardingId: string) => void;
}

/** The viewer's own items for newcomers. */
export function OwnPart({ className, onChooseBuddy }: OwnPartProps) {
  const { data } = useFigures();
  if (!data) return null;
  const count = data.ownItems.length + data.withoutBuddy.length;
  return (
    <Card title="Your part" icon={UserPlus} counts={<Badge>{count}</Badge>} className={className}>
      {count === 0 && <p className="text-muted">Nothing to do for newcomers.</p>}
      <ul className="flex flex-col gap-1">
        {data.withoutBuddy.map(({ onboardingId, person, startOn }) => (
          <li key={onboardingId} className="flex items-center gap-3 py-1.5">
            <div className="min-w-0 flex-1">
              <p>Choose a buddy for {authorName(person)}</p>
              <p className="text-muted text-xs">First day {formatPathDay(startOn)}</p>
            </div>
            <Button
              variant="soft"
              size="sm"
              aria-label={`Choose a buddy for ${authorName(person)}`}
              onClick={() => onChooseBuddy(onboardingId)}
            >
              Choose
            </Button>
          </li>
        ))}
        {data.ownItems.map((one) => (
          <OwnItem key={one.item.id} {...one} />
        ))}
      </ul>
    </Card>
  );
}

function OwnItem({ onboardingId, person, item }: OnboardingFigures["ownItems"][number]) {
  const now = useNow();
  const queryClient = useQueryClient();
  const tick = useMutation({
    mutationFn: (isDone: boolean): Promise<unknown> =>
      item.taskId === null ? setItemDone(onboardingId, item.id, isDone) : setTaskDone(item.taskId, isDone),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
    onError: (error) => void notify.error(errorMessage(error, "Failed to tick this item")),
  });
  return (
    <li className="flex items-start gap-3 py-1">
      <Checkbox
        className="min-h-9"
        label={itemTitle(item)}
        hideLabel
        checked={item.doneAt !== null}
        disabled={tick.isPending}
        onChange={({ target }) => tick.mutate(target.checked)}
      />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="wrap-anywhere">{itemTitle(item)}</p>
        <p className="text-muted text-xs">
          <span className={cx(item.isOverdue && "font-semibold text-danger-text")}>
            {dueInWords(item, now)}
          </span>
          {` · for ${authorName(person)}`}
        </p>
      </div>
    </li>
  );
}
