import { undoOfferedMs } from "@atoll/contract/changes/limits";
import type { DashboardCard, DashboardLayout } from "@atoll/contract/dashboard/layout-schemas";
import { defaultCardSize } from "@atoll/contract/dashboard/limits";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import type { Arrangement } from "../data/dashboard.ts";
import { freePlace } from "../grid/metrics.ts";
import { reorder } from "../grid/one-column.ts";
import type { CardChoice } from "./card-dialog.tsx";

/** Until it is known how the cards stand. */
export const emptyLayout: DashboardLayout = {
  cards: [],
  phoneOrder: [],
  pinnedIds: [],
  isOwn: false,
  version: 0,
};

/** The actions of a person on the cards of their dashboard. */
export function useCardActions(layout: DashboardLayout, arrange: (next: Arrangement) => void) {
  const { cards, phoneOrder } = layout;
  return {
    place: (next: DashboardCard[]) => arrange({ cards: next, phoneOrder }),
    add({ type, title, options }: CardChoice) {
      const card = { id: uuidv7(), type, title, options, ...freePlace(cards, defaultCardSize[type]) };
      arrange({ cards: [...cards, card], phoneOrder });
      return card;
    },
    change(id: string, { title, options }: CardChoice) {
      arrange({
        cards: cards.map((card) => (card.id === id ? { ...card, title, options } : card)),
        phoneOrder,
      });
    },
    remove(id: string, name: string) {
      arrange({ cards: cards.filter((card) => card.id !== id), phoneOrder });
      notify.success(`${name} was removed`, {
        action: { label: "Undo", onClick: () => arrange({ cards, phoneOrder }) },
        timeoutMs: undoOfferedMs,
      });
    },
    shift: (id: string, by: -1 | 1) => arrange({ cards, phoneOrder: reorder(cards, phoneOrder, id, by) }),
  };
}
