import type { ArticleKind } from "@atoll/contract/knowledge/limits";
import { onboardingPage } from "@atoll/contract/onboarding/links";
import { Link } from "@tanstack/react-router";
import { BookOpen, Route } from "lucide-react";
import type { ReactNode } from "react";
import { type LiveHandlers, refetch, refetchSpread } from "../../capabilities/live/follow-query.ts";
import { authorName } from "../../capabilities/people/author-name.ts";
import { CardList, CardRow, rowLink } from "../../features/dashboard/cards/card-list.tsx";
import type { CardBodyProps, DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import type { Dashboard } from "../../features/dashboard/data/dashboard.ts";
import { ArticleLink } from "../../features/knowledge/shared/article-link.tsx";
import { KindTile } from "../../features/knowledge/shared/kind-tile.tsx";
import { daysOverdue, overdueInWords } from "../../features/knowledge/shared/trust.tsx";
import { dueInWords, itemTitle, planInWords } from "../../features/onboarding/words.ts";
import { formatWallDate } from "../../lib/time/format-wall.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { Count } from "../../ui/badge/count.tsx";
import { cx } from "../../ui/base/cx.ts";
import { RingProgress } from "../../ui/progress/ring-progress.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";

export const cards: DashboardParts["cards"] = {
  knowledge: {
    icon: BookOpen,
    names: { panel: "Knowledge Base", card: "Knowledge Base" },
    link: { label: "View all", to: "/knowledge-base" },
    Body: KnowledgeCard,
    Counts: ToRead,
  },
  onboarding: {
    icon: Route,
    names: { panel: "Onboarding", card: "Onboarding" },
    link: { label: "View all", to: onboardingPage },
    Body: OnboardingCard,
  },
};

export const live = (): LiveHandlers<Dashboard> => ({
  "article.changed": refetchSpread,
  "article.gone": refetchSpread,
  "article.read": refetch,
  "onboarding.changed": refetchSpread,
  "onboarding.gone": refetchSpread,
});

function ToRead({ content }: CardBodyProps) {
  return content?.type === "knowledge" && content.toReadCount > 0 ? (
    <Count value={content.toReadCount} />
  ) : null;
}

/** Pages the viewer has to read and confirm, then their own that are due for review. */
function KnowledgeCard({ content }: CardBodyProps) {
  const now = useNow();
  if (content?.type !== "knowledge" || content.toReadCount + content.toReviewCount === 0)
    return <EmptyState title="Nothing to read or review" />;
  return (
    <CardList>
      {content.toRead.map(({ article, version, dueOn }) => (
        <PageRow key={article.id} article={article}>
          Version {version}, to read
          {dueOn !== null && ` by ${formatWallDate(dueOn, now)}`}
        </PageRow>
      ))}
      {content.toReview.map((article) => (
        <PageRow key={article.id} article={article}>
          <span className="font-semibold text-warning-text">
            {overdueInWords(daysOverdue(article, now) ?? 0)}
          </span>
        </PageRow>
      ))}
    </CardList>
  );
}

function PageRow({
  article,
  children,
}: {
  article: { id: string; kind: ArticleKind; title: string };
  children: ReactNode;
}) {
  return (
    <CardRow
      mark={<KindTile kind={article.kind} />}
      title={
        <ArticleLink article={article} className={rowLink}>
          {article.title}
        </ArticleLink>
      }
      note={children}
    />
  );
}

/** The next items on the viewer's own path, and the progress of the newcomers they lead. */
function OnboardingCard({ content }: CardBodyProps) {
  const now = useNow();
  if (content?.type !== "onboarding" || (content.own === null && content.led.length === 0))
    return <EmptyState title="Nobody is on a path now" />;
  const { own, items, led } = content;
  return (
    <CardList>
      {own && (
        <CardRow
          mark={
            <RingProgress
              label={own.path.name}
              value={own.total === 0 ? 0 : own.done / own.total}
              size={18}
            />
          }
          title={<span className="block truncate font-semibold">{own.path.name}</span>}
          end={<span className="text-muted text-xs">{planInWords(own)}</span>}
        />
      )}
      {own &&
        items.map((item) => (
          <CardRow
            key={item.id}
            title={
              <Link to={onboardingPage} search={{ of: own.id }} className={rowLink}>
                {itemTitle(item)}
              </Link>
            }
            end={
              <span
                className={cx("text-xs", item.isOverdue ? "font-semibold text-danger-text" : "text-muted")}
              >
                {dueInWords(item, now)}
              </span>
            }
          />
        ))}
      {led.map((one) => (
        <CardRow
          key={one.id}
          mark={
            <RingProgress
              label={`Done by ${authorName(one.person)}`}
              value={one.total === 0 ? 0 : one.done / one.total}
              size={18}
            />
          }
          title={
            <Link to={onboardingPage} search={{ of: one.id }} className={rowLink}>
              {authorName(one.person)}
            </Link>
          }
          end={<span className="text-muted text-xs">{planInWords(one)}</span>}
        />
      ))}
    </CardList>
  );
}
