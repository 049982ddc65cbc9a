import { CircleCheck, Rocket } from "lucide-react";
import { cloneElement } from "react";
import { formatDate } from "../../../lib/time/format-date.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { useIdeaSummary } from "../data/use-ideas.ts";
import { votesInWords } from "../data/words.ts";
import type { RenderIdeaLink } from "./idea-row.tsx";

/** The last ideas that were shipped after the viewer had voted for them; nothing without any. */
export function ShippedCard({ renderLink }: { renderLink: RenderIdeaLink }) {
  const shipped = useIdeaSummary()?.shipped ?? [];
  if (shipped.length === 0) return null;
  return (
    <Card title="Shipped, because you asked" icon={Rocket} flush>
      <ul className="px-2 pb-1.5">
        {shipped.map(({ id, title, voteCount, statusAt }) => (
          <li
            key={id}
            className="flex min-h-[46px] items-center gap-3 rounded-sm px-2 py-1 hover:bg-surface-hover"
          >
            <CircleCheck aria-hidden="true" className="size-4 flex-none text-success-text" />
            <div className="min-w-0">
              {cloneElement(renderLink(id), {
                className: "block truncate font-medium hover:underline",
                children: title,
              })}
              <p className="text-muted text-xs">
                {votesInWords(voteCount)}, shipped {formatDate(statusAt)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
