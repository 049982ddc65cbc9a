import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";

export interface LeaveGuardProps {
  /** There is something that leaving would lose. */
  isOn: boolean;
  title: string;
  /** The text that names what would be lost. */
  children: ReactNode;
}

/** Asks before a page is left that has something to lose, also when its tab is closed. */
export function LeaveGuard({ isOn, title, children }: LeaveGuardProps) {
  const leaving = useBlocker({
    // After signing out there is nothing left to save.
    shouldBlockFn: ({ current, next }) =>
      isOn && next.pathname !== current.pathname && next.pathname !== "/login" && next.pathname !== "/",
    enableBeforeUnload: () => isOn,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={leaving.status === "blocked"}
      onClose={() => leaving.reset?.()}
      title={title}
      verb={title}
      onConfirm={() => leaving.proceed?.()}
    >
      {children}
    </ConfirmDialog>
  );
}
