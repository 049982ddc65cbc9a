import { onboardingLink, onboardingPage } from "@atoll/contract/onboarding/links";
import { Link } from "@tanstack/react-router";
import { Route } from "lucide-react";
import { type LiveHandlers, lookAgainInTime } from "../../capabilities/live/follow-query.ts";
import { authorName } from "../../capabilities/people/author-name.ts";
import type { CardBodyProps, DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import type { Dashboard } from "../../features/dashboard/data/dashboard.ts";
import { dueInWords, itemTitle, planInWords } from "../../features/onboarding/words.ts";
import { useNow } from "../../lib/use-now.ts";
import { cx } from "../../ui/base/cx.ts";
import { RingProgress } from "../../ui/progress/ring-progress.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";

export const cards: DashboardParts["cards"] = {
  onboarding: {
    icon: Route,
    names: { panel: "Onboarding", card: "Onboarding" },
    link: { label: "View all", to: onboardingPage },
    Body: OnboardingCard,
  },
};

export const live = (): LiveHandlers<Dashboard> => ({
  "onboarding.changed": lookAgainInTime,
  "onboarding.gone": lookAgainInTime,
});

/** What is next on the viewer's own path, and how the newcomers get on whom they lead. */
function OnboardingCard({ content }: CardBodyProps) {
  const now = useNow();
  if (content?.type !== "onboarding" || (content.own === null && content.led.length === 0))
    return <EmptyState title="Nobody is on a path now" />;
  const { own, items, led } = content;
  const row = "flex min-h-11 items-center gap-3 border-b py-2 px-3 last:border-b-0";
  return (
    <ul className="border-t">
      {own && (
        <li className={cx(row, "font-semibold")}>
          <RingProgress label={own.path.name} value={own.total === 0 ? 0 : own.done / own.total} size={18} />
          <span className="min-w-0 flex-1 truncate">{own.path.name}</span>
          <span className="text-muted text-xs">{planInWords(own)}</span>
        </li>
      )}
      {own &&
        items.map((item) => (
          <li key={item.id} className={row}>
            <Link
              to={onboardingPage}
              search={{ of: own.id } as never}
              className="min-w-0 flex-1 truncate hover:underline"
            >
              {itemTitle(item)}
            </Link>
            <span className={cx("text-xs", item.isOverdue ? "font-semibold text-danger-text" : "text-muted")}>
              {dueInWords(item, now)}
            </span>
          </li>
        ))}
      {led.map((one) => (
        <li key={one.id} className={row}>
          <RingProgress
            label={`Done by ${authorName(one.person)}`}
            value={one.total === 0 ? 0 : one.done / one.total}
            size={18}
          />
          <Link to={onboardingLink(one.id) as never} className="min-w-0 flex-1 truncate hover:underline">
            {authorName(one.person)}
          </Link>
          <span className="text-muted text-xs">{planInWords(one)}</span>
        </li>
      ))}
    </ul>
  );
}
