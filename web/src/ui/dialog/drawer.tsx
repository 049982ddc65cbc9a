import { lazyPart, useLazyPart } from "../base/lazy-part.ts";
import { useOnceTrue } from "../base/use-once-true.ts";
import type { DrawerProps } from "./drawer-props.ts";

const panelPart = lazyPart(() => import("./drawer-panel.tsx"));

/** A sheet over the page's edge. Escape, the scrim and the cross close it; the focus stays inside. */
export function Drawer(props: DrawerProps) {
  const isWanted = useOnceTrue(props.open);
  const part = useLazyPart(panelPart, isWanted, () => props.onOpenChange(false));
  return part ? <part.DrawerPanel {...props} /> : null;
}
