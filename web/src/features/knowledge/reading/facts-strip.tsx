import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import type { ReactNode } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { NameButton } from "../../../capabilities/people/name-button.tsx";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { formatDate } from "../../../lib/time/format-date.ts";
import { instantOf } from "../../../lib/time/wall-time.ts";
import { TrustBadge } from "../shared/trust.tsx";

/** Owner, version, and the days from which a procedure holds and by which it is reviewed. */
export function FactsStrip({ article }: { article: OpenArticle }) {
  const { owner, version, effectiveOn, publishedAt, reviewAt } = article;
  const from = effectiveOn === null ? publishedAt : instantOf(effectiveOn, "12:00");
  return (
    <div className="@container">
      <dl className="grid grid-cols-[3fr_2fr_2fr_2fr] overflow-hidden rounded-lg border bg-surface-raised text-sm @max-[512px]:grid-cols-2">
        <Fact name="Owner">
          <span className="flex min-w-0 items-center gap-2">
            <PersonAvatar person={owner} decorative size={20} />
            <NameButton userId={owner.id} className="whitespace-normal font-medium">
              {authorName(owner)}
            </NameButton>
          </span>
        </Fact>
        <Fact name="Version">
          <span className="font-medium">{version ?? "Draft"}</span>
          <TrustBadge article={article} />
        </Fact>
        <Fact name="Effective">{from ? formatDate(from) : "Not yet"}</Fact>
        <Fact name="Review by">{reviewAt ? formatDate(reviewAt) : "No review"}</Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-border p-3 not-first:border-l @max-[512px]:odd:border-l-0 @max-[512px]:nth-[n+3]:border-t">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="mt-0.5 flex min-w-0 items-center gap-2 flex-wrap">{children}</dd>
    </div>
  );
}
