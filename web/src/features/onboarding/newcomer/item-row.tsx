import { articleLink } from "@atoll/contract/knowledge/links";
import type { OnboardingItem, OpenOnboarding } from "@atoll/contract/onboarding/schemas";
import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { useNow } from "../../../lib/time/use-now.ts";
import { cx } from "../../../ui/base/cx.ts";
import { buttonClass } from "../../../ui/button/button-class.ts";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { doneInWords, dueInWords, itemTitle, readingMinutes } from "../words.ts";
import { useTick } from "./use-tick.ts";

interface ItemRowProps {
  onboarding: OpenOnboarding;
  item: OnboardingItem;
}

/** A task, a page or a text of a path. What is ticked by itself shows a mark in place of the box. */
export function ItemRow({ onboarding, item }: ItemRowProps) {
  const viewer = useViewer();
  const tick = useTick(onboarding, item);
  const doesTask =
    item.taskId !== null &&
    (item.doer === "newcomer" ? onboarding.person : onboarding.manager)?.id === viewer.id;
  const isDone = item.doneAt !== null;
  const title = itemTitle(item);
  const isOwnPage = item.article !== null && onboarding.person.id === viewer.id;
  return (
    <li id={`item-${item.id}`} tabIndex={-1} className="flex items-start gap-1.5 rounded-md py-1 -ml-2.5">
      {(item.canTick && !isOwnPage) || doesTask ? (
        <span className="grid size-9 flex-none place-items-center">
          <Checkbox
            label={title}
            hideLabel
            checked={isDone}
            disabled={tick.isPending || onboarding.state === "stopped"}
            onChange={({ target }) => tick.mutate(target.checked)}
          />
        </span>
      ) : (
        <span
          role="img"
          aria-label={isDone ? "Done" : "Not done"}
          className={cx(
            "m-2.5 grid size-4 flex-none place-items-center rounded-xs",
            isDone ? "bg-primary text-primary-contrast" : "inset-ring-1 inset-ring-border-control",
          )}
        >
          {isDone && <Check className="size-3 stroke-[2.75]" />}
        </span>
      )}
      <div className="min-w-0 flex-1 py-1.5">
        <p className={cx("wrap-anywhere", isDone && "text-muted")}>{title}</p>
        <ItemFacts item={item} />
        {item.note && (
          <p className="mt-1 text-muted text-xs whitespace-pre-wrap wrap-anywhere">{item.note}</p>
        )}
      </div>
      {item.article && !isDone && (
        <Link
          to={articleLink(item.article)}
          className={cx(buttonClass({ variant: "soft", size: "sm" }), "mt-1.5")}
        >
          Read
        </Link>
      )}
      {item.taskId !== null && (
        <Link
          to="/tasks/$taskId"
          params={{ taskId: item.taskId }}
          aria-label={`Open the task ${title}`}
          className={cx(buttonClass({ variant: "ghost", size: "sm" }), "mt-1.5")}
        >
          Open
        </Link>
      )}
    </li>
  );
}

function ItemFacts({ item }: { item: OnboardingItem }) {
  const now = useNow();
  const kind = item.kind === "sop" ? "SOP" : item.article ? readingMinutes(item.article.words) : null;
  if (item.doneAt !== null) return <p className="text-muted text-xs">{doneInWords(item.doneAt)}</p>;
  const due = dueInWords(item, now);
  return (
    <p className="text-muted text-xs">
      {kind && `${kind} · `}
      <span className={cx((item.isOverdue || due === "Due today") && "font-semibold text-danger-text")}>
        {due}
      </span>
    </p>
  );
}
