import { cardLinkRoutes } from "@atoll/contract/cards/link-routes";
import type { CardLink } from "@atoll/contract/cards/link-schemas";
import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { useId } from "react";
import { call } from "../../lib/server/api-client.ts";
import { AddressLink } from "./address-link.tsx";

interface LinkingCardsProps {
  /** The area of the thing, whose queries are fetched again together. */
  area: "tasks" | "calendar" | "knowledge";
  thing: CardLink;
}

/** The cards that link to a thing, of those that the viewer may read; nothing without any. */
export function LinkingCards({ area, thing }: LinkingCardsProps) {
  const headingId = useId();
  const { data } = useQuery({
    queryKey: [area, "linking-cards", thing.kind, thing.id],
    queryFn: ({ signal }) => call(cardLinkRoutes.listLinkingCards, { params: thing }, { signal }),
    retry: false,
  });
  if (!data || data.cards.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2 print:hidden">
      <h3 className="font-semibold" id={headingId}>
        Linked cards
      </h3>
      <ul className="flex flex-col divide-y">
        {data.cards.map(({ id, title, link, section, stage }) => (
          <li key={id} className="flex min-h-9 items-center gap-2 text-sm">
            <Layers aria-hidden="true" className="size-4 flex-none text-faint" />
            <AddressLink address={link} className="min-w-0 flex-1 truncate hover:underline">
              {title}
            </AddressLink>
            <span className="flex-none text-muted text-xs">
              {section} · {stage}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
