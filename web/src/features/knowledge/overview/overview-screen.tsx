import type { KnowledgeOverview } from "@atoll/contract/knowledge/overview-schemas";
import type { Article } from "@atoll/contract/knowledge/schemas";
import { Link } from "@tanstack/react-router";
import { BadgeCheck, BookOpen, Clock, History, Star, TrendingUp } from "lucide-react";
import type { ReactNode } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { counted } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { formatAge } from "../../../lib/time/format-age.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { buttonClass } from "../../../ui/button/button-class.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { useOverview } from "../data/queries.ts";
import { ArticleLink } from "../shared/article-link.tsx";
import type { AskLink } from "../shared/ask-link.ts";
import { KindTile, kindNames } from "../shared/kind-tile.tsx";
import { MetaLine } from "../shared/meta-line.tsx";
import { StillRight } from "../shared/still-right.tsx";
import { daysOverdue, overdueInWords } from "../shared/trust.tsx";
import { BaseSearch } from "./base-search.tsx";
import { EmptyBase } from "./empty-base.tsx";
import { ObligationRow } from "./obligation-row.tsx";
import { ArticleLine, Missing, OwnPages, Rows, row, viewAll } from "./overview-cards.tsx";
import { SectionCards } from "./section-cards.tsx";

interface OverviewScreenProps {
  ask: AskLink;
  /** The button that writes the first page, for authors. */
  start: ReactNode;
  /** Cards of sections that other features bring. */
  moreSections?: ReactNode;
}

/** The knowledge base at a glance. */
export function OverviewScreen({ ask, start, moreSections }: OverviewScreenProps) {
  const { data, error, isFetching, isRefetchError, refetch } = useOverview();
  const again = {
    message: errorMessage(error, "Failed to load the knowledge base"),
    retrying: isFetching,
    onRetry: () => void refetch(),
  };
  if (!data)
    return error ? (
      <ErrorState {...again} />
    ) : (
      <RowSkeletons label="Loading the knowledge base" mark={28} rowClassName="py-3" />
    );
  const count = data.articles.count + data.faq.count + data.sops.count;
  if (count === 0 && data.obligations.length === 0)
    return (
      <div className="flex flex-col gap-4">
        {isRefetchError && <RetryAlert {...again} />}
        <SectionCards overview={data} more={moreSections} />
        <EmptyBase {...{ ask, start }} />
        <Missing overview={data} />
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      {isRefetchError && <RetryAlert {...again} />}
      <BaseSearch count={count} popular={data.popular} ask={ask} />
      <SectionCards overview={data} more={moreSections} />
      <div className="grid grid-cols-12 gap-4">
        <div className="col-span-7 flex max-xl:col-span-12">
          <Obligations overview={data} />
        </div>
        <div className="col-span-5 flex max-xl:col-span-12">
          <RecentlyVerified articles={data.recentlyVerified} />
        </div>
        {(data.recent.length > 0 || data.starred.length > 0) && (
          <>
            <div className="col-span-7 flex max-xl:col-span-12">
              <OwnPages title="Recently read" icon={History} articles={data.recent} />
            </div>
            <div className="col-span-5 flex max-xl:col-span-12">
              <OwnPages title="Starred" icon={Star} articles={data.starred} isStarred />
            </div>
          </>
        )}
        <div className="col-span-7 flex max-xl:col-span-12">
          <NeedsReview overview={data} />
        </div>
        <div className="col-span-5 flex max-xl:col-span-12">
          <Popular overview={data} />
        </div>
      </div>
      <Missing overview={data} />
    </div>
  );
}

function Obligations({ overview: { obligations, openObligations } }: { overview: KnowledgeOverview }) {
  const done = obligations.length - Math.min(openObligations, obligations.length);
  return (
    <Card
      className="w-full"
      title="My obligations"
      icon={BookOpen}
      counts={
        <>
          {openObligations > 0 && <Badge tone="accent">{openObligations}</Badge>}
          {obligations.length > 0 && openObligations === 0 && (
            <span className="text-muted text-xs">{`All ${done} read`}</span>
          )}
        </>
      }
      action={
        <Link to="/knowledge-base/sop" search={{ show: "obligations" }} className={viewAll}>
          View all
        </Link>
      }
    >
      <Rows isEmpty={obligations.length === 0} empty="Nothing to read and confirm.">
        {obligations.map((one) => (
          <ObligationRow key={one.article.id} obligation={one} />
        ))}
      </Rows>
    </Card>
  );
}

function RecentlyVerified({ articles }: { articles: readonly Article[] }) {
  const now = useNow();
  return (
    <Card className="w-full" title="Recently verified" icon={BadgeCheck}>
      <Rows isEmpty={articles.length === 0} empty="Nothing has been verified yet.">
        {articles.map((article) => {
          const by = article.verifiedBy ?? article.owner;
          return (
            <li key={article.id} className={row}>
              <PersonAvatar person={by} decorative size={24} />
              <ArticleLine article={article}>
                <MetaLine parts={[kindNames[article.kind], authorName(by)]} />
              </ArticleLine>
              {article.verifiedAt && (
                <time className="text-faint text-xs" dateTime={article.verifiedAt}>
                  {formatAge(article.verifiedAt, now)}
                </time>
              )}
            </li>
          );
        })}
      </Rows>
    </Card>
  );
}

function NeedsReview({ overview: { needsReview, needsReviewMine } }: { overview: KnowledgeOverview }) {
  const now = useNow();
  return (
    <Card
      className="w-full"
      title="Needs review"
      icon={Clock}
      counts={needsReviewMine > 0 && <Badge tone="warning">{needsReviewMine} yours</Badge>}
      action={
        <Link to="/knowledge-base/articles" search={{ show: "stale" }} className={viewAll}>
          View all
        </Link>
      }
    >
      <Rows isEmpty={needsReview.length === 0} empty="Nothing is due for review.">
        {needsReview.map((article) => {
          const days = daysOverdue(article, now);
          return (
            <li key={article.id} className={row}>
              <KindTile kind={article.kind} />
              <ArticleLine article={article}>
                <MetaLine
                  parts={[
                    kindNames[article.kind],
                    days !== null && (
                      <span key="late" className="font-semibold text-danger-text">
                        {overdueInWords(days)}
                      </span>
                    ),
                    article.unhelpful > 0 && `${article.unhelpful} said not helpful`,
                  ]}
                />
              </ArticleLine>
              <ArticleLink article={article} edit className={buttonClass({ variant: "ghost", size: "sm" })}>
                Edit
              </ArticleLink>
              <StillRight article={article} />
            </li>
          );
        })}
      </Rows>
    </Card>
  );
}

function Popular({ overview: { popular } }: { overview: KnowledgeOverview }) {
  return (
    <Card className="w-full" title="Popular this week" icon={TrendingUp}>
      <Rows isEmpty={popular.length === 0} empty="Nobody has opened a page this week.">
        {popular.map(({ article, views }, index) => {
          const votes = article.helpful + article.unhelpful;
          return (
            <li key={article.id} className={row}>
              <span className="w-6 text-center font-display font-semibold text-muted">{index + 1}</span>
              <ArticleLine article={article}>
                <MetaLine
                  parts={[
                    counted(views, "view"),
                    votes > 0 && `${Math.round((100 * article.helpful) / votes)}% found it helpful`,
                  ]}
                />
              </ArticleLine>
            </li>
          );
        })}
      </Rows>
    </Card>
  );
}
