import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import type { BulkChanges } from "./use-bulk-changes.ts";

export interface DeleteManyProps {
  changes: BulkChanges;
  count: number;
  onDeleted: () => void;
  trigger: (open: () => void) => ReactNode;
}

/** Asks, and deletes all of them. */
export function DeleteMany({ changes, count, onDeleted, trigger }: DeleteManyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const deletion = useMutation({
    networkMode: "always",
    mutationFn: changes.remove,
    onSuccess() {
      setIsOpen(false);
      onDeleted();
    },
  });
  return (
    <>
      {trigger(() => {
        deletion.reset();
        setIsOpen(true);
      })}
      <ConfirmDialog
        onConfirm={() => deletion.mutate()}
        onOpenChange={setIsOpen}
        open={isOpen}
        title={count === 1 ? "Delete this task?" : `Delete these ${count} tasks?`}
        verb="Delete"
        {...(deletion.error && { error: errorMessage(deletion.error) })}
        loading={deletion.isPending}
      >
        They disappear for everyone, with their sub-tasks. For ten seconds you can take this back.
      </ConfirmDialog>
    </>
  );
}
