import type { ReactNode } from "react";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { Drawer } from "../../../ui/dialog/drawer.tsx";

/** The panel next to the grid, or over it on a phone. */
export function SidePanel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const isPhone = useIsPhone();
  if (isPhone)
    return (
      <Drawer onClose={onClose} title="Calendars, months and tasks">
        {children}
      </Drawer>
    );
  return (
    <aside className="w-[240px] flex-none overflow-y-auto rounded-lg border bg-surface-raised">
      {children}
    </aside>
  );
}
