import { lazyPart, useOpenedPart } from "../../../ui/base/lazy-part.ts";
import type { CardDialogProps } from "./card-dialog.tsx";

const dialogPart = lazyPart(() => import("./card-dialog.tsx"));

/** The dialog that adds or changes a card; its code comes with its first opening. */
export function LazyCardDialog(props: CardDialogProps) {
  const part = useOpenedPart(dialogPart, props.open, () => props.onOpenChange(false));
  return props.open && part && <part.CardDialog {...props} />;
}
