import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { Brand } from "../brand.tsx";
import { Sidebar } from "./sidebar.tsx";

/** The sidebar below 1024 px: over a scrim, with rows for fingers. */
export function NavDrawer({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const close = () => onOpenChange(false);
  return (
    <Drawer
      head={<Brand onNavigate={close} />}
      kind="nav"
      onClose={() => onOpenChange(false)}
      open={open}
      title="Navigation"
    >
      <div className="group/nav flex min-h-full px-2.5 pt-1 pb-2.5" data-nav="drawer">
        <Sidebar onNavigate={close} />
      </div>
    </Drawer>
  );
}
