import { createContext, type ReactNode, use } from "react";
import { createPortal } from "react-dom";

const SlotContext = createContext<HTMLElement | null>(null);

/** The place in the panel's head that the buttons of its pages go to. */
export const AdminActionsSlot = SlotContext.Provider;

/** The buttons of a page of the panel, shown at the right of the panel's name. */
export function AdminActions({ children }: { children: ReactNode }) {
  const slot = use(SlotContext);
  return slot && createPortal(children, slot);
}
