import type { Person } from "@atoll/contract/people/schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { ConfirmDialog } from "../../../../ui/dialog/confirm-dialog.tsx";
import { notify } from "../../../../ui/toast/toast.tsx";
import type { RenderPersonSearch } from "../../departments/members-drawer.tsx";
import { deleteUser, useOwned, useRefreshAdministration } from "../api.ts";
import { useGone } from "../use-gone.ts";
import { HeirChoice } from "./heir-choice.tsx";
import type { AboutUserDialogProps } from "./user-dialog.ts";

export interface DeleteUserDialogProps extends AboutUserDialogProps {
  renderPersonSearch: RenderPersonSearch;
}

/** Asks before an account is deleted, and for the heir of what it owns. Specification, sections 5 and 8 (admin). */
export function DeleteUserDialog({ user, open, onClose, renderPersonSearch }: DeleteUserDialogProps) {
  const refresh = useRefreshAdministration();
  const gone = useGone(user.id, open);
  const owned = useOwned(user.id);
  const [heir, setHeir] = useState<Person | null>(null);
  const deletion = useMutation({
    mutationFn: () => deleteUser(user.id, heir?.id),
    onSuccess: () => {
      notify.success(`${user.name} was deleted`);
      onClose();
    },
    onSettled: refresh,
  });
  const failure = deletion.error ?? owned.error;
  return (
    <ConfirmDialog
      choice={
        owned.data &&
        owned.data.length > 0 && (
          <HeirChoice
            heir={heir}
            onChange={setHeir}
            owned={owned.data}
            renderPersonSearch={renderPersonSearch}
            user={user}
          />
        )
      }
      error={failure ? `Failed to delete user: ${errorMessage(failure)}` : undefined}
      // The person's things must be known before they lose their owner.
      loading={deletion.isPending || owned.isLoading}
      onConfirm={() => (owned.isError ? void owned.refetch() : deletion.mutate())}
      onOpenChange={onClose}
      open={open}
      // An account deleted by this dialog is not reported as gone.
      outdated={deletion.isPending || deletion.isSuccess ? undefined : gone}
      title={`Delete ${user.name}`}
      verb={owned.isError ? "Try Again" : "Delete user"}
    >
      Are you sure you want to delete this user?
      <span className="mt-2 block">
        The account and its sessions end at once. What {user.name} wrote stays, shown as a former colleague's.
        To keep the account for later, disable it instead.
      </span>
    </ConfirmDialog>
  );
}
