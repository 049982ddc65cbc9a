export const personAttribute = "data-person";

/** Marks an element as somebody's name or picture: a press on it opens their card (`card/person-card.tsx`). */
export const personMark = (userId: string) => ({ [personAttribute]: userId });

type OpenCard = (userId: string, beside: HTMLElement) => void;
let openCard: OpenCard | undefined;

/** Opens a person's card beside an element, for whoever comes by keys and not by a pointer. */
export function showPerson(userId: string, beside: HTMLElement | null): void {
  if (beside) openCard?.(userId, beside);
}

/** For the part that shows the cards; returns the way to stop. */
export function onShowPerson(open: OpenCard): () => void {
  openCard = open;
  return () => {
    if (openCard === open) openCard = undefined;
  };
}
