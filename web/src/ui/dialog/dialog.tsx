import { lazyPart, useOpenedPart } from "../base/lazy-part.ts";
import type { DialogProps } from "./dialog-props.ts";

const panelPart = lazyPart(() => import("./dialog-panel.tsx"), "soon");

/**
 * The Modal of the specification: Escape or a press on the backdrop closes it; 500px or 90% wide, 90vh
 * high at most. On a phone it is a sheet at the lower edge. Traps the focus and gives it back. Its code loads at the first opening.
 */
export function Dialog(props: DialogProps) {
  const part = useOpenedPart(panelPart, props.open ?? true, props.onClose);
  return part ? <part.DialogPanel {...props} /> : null;
}
