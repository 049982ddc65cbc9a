import type { MouseEvent, ReactNode } from "react";

/** How the cards of a section open. */
export interface Opening {
  onOpen: (cardId: string) => void;
  hrefOf: (cardId: string) => string;
}

/** The link to a card. With a modifier key the browser opens it in another tab. */
export function CardLink({
  cardId,
  opening: { onOpen, hrefOf },
  className = "hover:underline",
  children,
  ...rest
}: {
  cardId: string;
  opening: Opening;
  className?: string;
  children: ReactNode;
  "aria-current"?: "true" | undefined;
}) {
  return (
    <a {...rest} href={hrefOf(cardId)} className={className} onClick={openHere(() => onOpen(cardId))}>
      {children}
    </a>
  );
}

function openHere(open: () => void) {
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open();
  };
}
