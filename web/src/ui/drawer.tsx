import type { DrawerProps } from "./drawer-props.ts";
import { lazyPart, useLazyPart } from "./lazy-part.ts";
import { useOnceTrue } from "./use-once-true.ts";

const panelPart = lazyPart(() => import("./drawer-panel.tsx"));

/** A sheet over the page's edge. Escape, the scrim and the cross close it; the focus stays inside. */
export function Drawer(props: DrawerProps) {
  const isWanted = useOnceTrue(props.open);
  const part = useLazyPart(panelPart, isWanted, () => props.onOpenChange(false));
  return part ? <part.DrawerPanel {...props} /> : null;
}
