import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isChangedMeanwhile } from "../../../lib/request/judge-error.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useRefreshDirectories } from "./api.ts";

export interface ActDialogProps {
  title: string;
  verb: string;
  failure: string;
  done: string;
  tone?: "danger" | "primary";
  act: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is done to a directory. */
export function ActDialog({ act, done, onClose, children, ...dialog }: ActDialogProps) {
  const refresh = useRefreshDirectories();
  const work = useMutation({
    mutationFn: act,
    onSuccess: () => {
      notify.success(done);
      onClose();
    },
    onSettled: () => refresh(),
  });
  return (
    <ConfirmDialog
      {...dialog}
      error={work.error}
      outdated={
        isChangedMeanwhile(work.error)
          ? "This has changed since you opened it. Check it, then try again."
          : undefined
      }
      loading={work.isPending}
      onClose={onClose}
      onConfirm={() => work.mutate()}
    >
      {children}
    </ConfirmDialog>
  );
}
