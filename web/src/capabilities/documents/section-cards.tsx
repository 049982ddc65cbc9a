import type { SectionBlock } from "@atoll/contract/documents/section-block";
import { type ComponentType, createContext, useContext } from "react";

/** The cards of sections in a text. Each page that shows such texts passes them on, because cards are another area. */
export interface SectionCardsParts {
  /** Shows the cards of a section, as the reader may see them. */
  Cards: ComponentType<SectionBlock>;
  /** Asks for a section, a view, filters and an order. */
  Picker: ComponentType<{
    current: SectionBlock | undefined;
    onChoose: (block: SectionBlock) => void;
    onClose: () => void;
  }>;
  /** Finds the name of a section that the viewer may read. */
  findName: (id: string) => Promise<string | undefined>;
}

export const SectionCardsContext = createContext<SectionCardsParts | undefined>(undefined);

/** The cards of a section in a text; a line that says what is missing on pages without cards, such as those of guests. */
export function SectionCards(block: SectionBlock) {
  const parts = useContext(SectionCardsContext);
  return parts ? <parts.Cards {...block} /> : <HiddenSection />;
}

/** Stands for a section that does not exist and for one that the reader may not read: both look the same. */
export function HiddenSection() {
  return (
    <p data-unquoted="" className="rounded-md border bg-surface-raised px-3.5 py-2.5 text-muted text-sm">
      These cards do not exist, or you cannot see them.
    </p>
  );
}
