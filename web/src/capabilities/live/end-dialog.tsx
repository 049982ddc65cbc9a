import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiErrorCode } from "../../lib/request/api-error.ts";
import { hasCode } from "../../lib/request/judge-error.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { notify } from "../../ui/toast/toast.tsx";

export interface EndDialogProps {
  title: string;
  /** The word on the button. */
  verb?: string;
  /** The consequences. */
  children: ReactNode;
  end: () => Promise<unknown>;
  /** The toast after it. */
  done?: string;
  /** Says what failed when the server gives no reason. */
  failure?: string;
  /** The error that says that it has ended already, as intended: the dialog closes, and the list shows it. */
  goneCode?: ApiErrorCode;
  /** The lists that it was in, which are read again. */
  queryKey: QueryKey;
  onClose: () => void;
}

/** Asks before something in a list is deleted or otherwise ended for good, and ends it. */
export function EndDialog(props: EndDialogProps) {
  const { title, verb = "Delete", children, end, done, failure, goneCode, queryKey, onClose } = props;
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: end,
    onSuccess: () => {
      if (done) notify.success(done);
      onClose();
    },
    onError: (refusal) => goneCode && hasCode(refusal, goneCode) && onClose(),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <ConfirmDialog
      error={error}
      failure={failure}
      loading={isPending}
      onClose={onClose}
      onConfirm={() => mutate()}
      open
      title={title}
      verb={verb}
    >
      {children}
    </ConfirmDialog>
  );
}
