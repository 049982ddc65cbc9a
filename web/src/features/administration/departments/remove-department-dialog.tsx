import type { AdminDepartment } from "@atoll/contract/administration/schemas";
import { isSuperAdmin } from "@atoll/contract/permissions";
import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { removeDepartment, useContents, useDepartmentRefresh } from "./api.ts";
import { ContentsList } from "./contents-list.tsx";

export interface RemoveDepartmentDialogProps {
  department: AdminDepartment;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Removes an empty department, or lists what is still in it. */
export function RemoveDepartmentDialog({ department, open, onOpenChange }: RemoveDepartmentDialogProps) {
  const viewer = useViewer();
  const refresh = useDepartmentRefresh();
  const removal = useMutation({
    mutationFn: () => removeDepartment(department.id),
    onSuccess: () => {
      notify.success(`${department.name} was removed`);
      onOpenChange(false);
    },
    onSettled: refresh,
  });
  const contents = useContents(department.id, removal.isPending || removal.isSuccess);
  const isFull = contents.data !== undefined && contents.data.length > 0;
  const failure = removal.error ?? contents.error;
  return (
    <ConfirmDialog
      choice={isFull && <ContentsList contents={contents.data} />}
      error={failure ? errorMessage(failure) : undefined}
      loading={removal.isPending || contents.isLoading}
      onConfirm={() => (contents.isError ? void contents.refetch() : removal.mutate())}
      onClose={() => onOpenChange(false)}
      open={open}
      outdated={isFull ? `${department.name} is not empty.` : undefined}
      title={`Remove ${department.name}`}
      verb={contents.isError ? "Try Again" : "Remove department"}
    >
      {isFull
        ? `A department can be removed once it is empty. Move what is in it${isSuperAdmin(viewer) ? ", or merge it into another department." : ", or ask a super administrator to merge it into another department."}`
        : `This department is empty. Its pages at /${department.slug} are deleted too. This cannot be undone.`}
    </ConfirmDialog>
  );
}
