import type { Article } from "@atoll/contract/knowledge/schemas";
import { BadgeCheck, Clock } from "lucide-react";
import { counted } from "../../../lib/counted.ts";
import { formatAge } from "../../../lib/time/format-age.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge } from "../../../ui/badge/badge.tsx";

const dayMs = 86_400_000;

/** How many days an article is overdue for review; null while it is not. */
export function daysOverdue({ reviewAt }: Pick<Article, "reviewAt">, now: Date): number | null {
  if (reviewAt === null) return null;
  const lateMs = now.getTime() - Date.parse(reviewAt);
  return lateMs < 0 ? null : Math.floor(lateMs / dayMs);
}

export const overdueInWords = (days: number): string =>
  days === 0 ? "Review due today" : `Review ${counted(days, "day")} overdue`;

/** Whether an article was verified lately, is due for review, or is new. */
export function TrustBadge({ article, withAge = false }: { article: Article; withAge?: boolean }) {
  const now = useNow();
  const overdue = daysOverdue(article, now);
  if (overdue !== null)
    return (
      <Badge tone="warning" icon={Clock}>
        {overdueInWords(overdue)}
      </Badge>
    );
  if (article.verifiedAt === null) return null;
  return (
    <Badge tone="success" icon={BadgeCheck}>
      {withAge ? `Verified ${agoInWords(article.verifiedAt, now)}` : "Verified"}
    </Badge>
  );
}

/** "2h ago", or the day for what is longer ago than a week. */
function agoInWords(instant: string, now: Date): string {
  const age = formatAge(instant, now);
  return /^\d+[smhd]$/.test(age) ? `${age} ago` : age;
}
