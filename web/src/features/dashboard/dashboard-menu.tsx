import type { DashboardLayout } from "@atoll/contract/dashboard/layout-schemas";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Menu } from "../../ui/popup/menu.tsx";

const dialogsPart = lazyPart(() => import("./defaults/dashboard-dialogs.ts"));

export interface DashboardMenuProps {
  layout: DashboardLayout;
  /** Says what dashboards of others begin with. */
  canSetDefaults: boolean;
  onReset: () => Promise<void>;
}

/** The actions on the whole dashboard. */
export function DashboardMenu({ layout, canSetDefaults, onReset }: DashboardMenuProps) {
  const [asks, setAsks] = useState<"reset" | "defaults" | null>(null);
  const close = () => setAsks(null);
  const part = useLazyPart(dialogsPart, asks !== null, close);
  return (
    <>
      <Menu
        items={[
          { label: "Reset dashboard", disabled: !layout.isOwn, onSelect: () => setAsks("reset") },
          ...(canSetDefaults ? [{ label: "Default dashboards", onSelect: () => setAsks("defaults") }] : []),
        ]}
        label="Dashboard actions"
        trigger={<IconButton icon={SlidersHorizontal} label="Dashboard settings" />}
      />
      {part && asks === "reset" && <part.ResetDialog onClose={close} onReset={onReset} />}
      {part && asks === "defaults" && <part.DefaultsDialog layout={layout} onClose={close} />}
    </>
  );
}
