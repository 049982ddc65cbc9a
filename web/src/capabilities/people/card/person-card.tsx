import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { PopoverPopup } from "../../../ui/popup/popover-popup.tsx";
import { onShowPerson, personAttribute } from "../person-mark.ts";
import { PersonFacts } from "./person-facts.tsx";

export interface PersonCardsProps {
  /** The actions at the bottom. `close` closes the card. */
  actions: (personId: string, close: () => void) => ReactNode;
}

let actionsOfPage: PersonCardsProps["actions"] | undefined;

/** Opens a card of a person from wherever their name, picture or a call of them stands on the page. */
export function PersonCards({ actions }: PersonCardsProps) {
  useEffect(() => {
    actionsOfPage = actions;
  }, [actions]);
  return <Cards actions={actions} isHere={isOnPage} hearsKeys />;
}

/**
 * The same for the dialog that it stands in: a card of the page's would lie outside of the dialog, which closes when
 * something outside is pressed.
 */
export function DialogPersonCards() {
  const place = useRef<HTMLSpanElement>(null);
  const isHere = (mark: Element) => {
    const dialog = place.current?.closest(dialogs);
    return dialog !== null && dialog !== undefined && mark.closest(dialogs) === dialog;
  };
  return (
    <>
      <span ref={place} hidden />
      <Cards actions={(personId, close) => actionsOfPage?.(personId, close)} isHere={isHere} />
    </>
  );
}

const dialogs = "[role=dialog], [role=alertdialog]";
const isOnPage = (mark: Element) => mark.closest(dialogs) === null;

interface CardsProps extends PersonCardsProps {
  /** Whether a name is one of those that open a card here. */
  isHere: (mark: Element) => boolean;
  /** Whether cards opened with the keyboard appear here. */
  hearsKeys?: boolean;
}

function Cards({ actions, isHere, hearsKeys = false }: CardsProps) {
  const anchor = useRef<HTMLElement | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isOwn = useEffectEvent(isHere);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const mark = target instanceof Element ? target.closest<HTMLElement>(`[${personAttribute}]`) : null;
      const personId = mark?.getAttribute(personAttribute);
      if (!mark || !personId || !isOwn(mark)) return;
      // In a link or a button that leads elsewhere a name is only its label.
      if (mark.parentElement?.closest("a, button, label, [role=option], [role=menuitem]")) return;
      // A click that ends on a name may have been a text selection.
      if (document.getSelection()?.isCollapsed === false) return;
      open(personId, mark);
    };
    function open(personId: string, element: HTMLElement): void {
      anchor.current = element;
      setShown(personId);
      setOpen(true);
    }
    const stop = hearsKeys ? onShowPerson(open) : undefined;
    document.addEventListener("click", onClick);
    return () => {
      stop?.();
      document.removeEventListener("click", onClick);
    };
  }, [hearsKeys]);
  if (shown === null) return null;
  return (
    <PopoverPopup
      key={shown}
      anchor={anchor}
      open={isOpen}
      onOpenChange={setOpen}
      label="Colleague"
      align="start"
      className="w-72"
    >
      <PersonFacts personId={shown} actions={actions(shown, () => setOpen(false))} />
    </PopoverPopup>
  );
}
