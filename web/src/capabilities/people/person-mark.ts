export const personAttribute = "data-person";

/** Marks an element as somebody's name or picture: a press on it opens their card (`card/person-card.tsx`). */
export const personMark = (userId: string) => ({ [personAttribute]: userId });

type OpenCard = (userId: string, anchor: HTMLElement) => void;
let openCard: OpenCard | undefined;

/** Opens a person's card next to an element, for keyboard users. */
export function showPerson(userId: string, anchor: HTMLElement | null): void {
  if (anchor) openCard?.(userId, anchor);
}

/** For the part that shows the cards; returns the way to stop. */
export function onShowPerson(open: OpenCard): () => void {
  openCard = open;
  return () => {
    if (openCard === open) openCard = undefined;
  };
}
