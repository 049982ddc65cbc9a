import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";

export interface DeleteDialogProps {
  title: string;
  /** The consequences. */
  children: ReactNode;
  remove: () => Promise<unknown>;
  /** The lists that it was in, which are read again. */
  queryKey: QueryKey;
  onClose: () => void;
}

/** Asks before something in a list is deleted for good, and deletes it. */
export function DeleteDialog({ title, children, remove, queryKey, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: remove,
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <ConfirmDialog
      error={error}
      loading={isPending}
      onClose={onClose}
      onConfirm={() => mutate()}
      open
      title={title}
      verb="Delete"
    >
      {children}
    </ConfirmDialog>
  );
}
