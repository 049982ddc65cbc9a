import { lazyPart, useOpenedPart } from "../base/lazy-part.ts";
import type { DrawerProps } from "./drawer-props.ts";

const panelPart = lazyPart(() => import("./drawer-panel.tsx"), "soon");

/** A sheet over the page's edge. Escape, the scrim and the cross close it; the focus stays inside. */
export function Drawer(props: DrawerProps) {
  const part = useOpenedPart(panelPart, props.open ?? true, () => props.onClose());
  return part ? <part.DrawerPanel {...props} /> : null;
}
