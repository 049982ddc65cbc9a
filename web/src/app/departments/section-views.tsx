import type { CardType } from "@atoll/contract/cards/schemas";
import { cardViewRules } from "@atoll/contract/cards/view-rules";
import { writeViewQuery } from "@atoll/contract/saved-views/rules";
import { useViewDesk } from "../../capabilities/saved-views/use-view-desk.tsx";
import { ViewHint } from "../../capabilities/saved-views/view-hint.tsx";
import { ViewsMenu } from "../../capabilities/saved-views/views-menu.tsx";

interface SectionViewsProps {
  type: CardType;
  /** The parameters of the section's address. */
  search: Readonly<Record<string, unknown>>;
  /** Opens the section with this query. */
  onOpen: (query: string) => void;
}

/** The saved views of a section of a department. */
export function SectionViews({ type, search, onOpen }: SectionViewsProps) {
  const desk = useViewDesk({
    place: `cards:${type.id}`,
    rules: cardViewRules(type),
    given: [{ id: "", name: `All of ${type.name}`, query: "" }],
    search,
    onOpen: ({ id, query }) => {
      const parts = [query, writeViewQuery([["saved", id]])].filter((part) => part !== "");
      onOpen(parts.length === 0 ? "" : `?${parts.join("&")}`);
    },
  });
  return (
    <>
      <ViewsMenu desk={desk} />
      <ViewHint desk={desk} className="order-last" />
    </>
  );
}
