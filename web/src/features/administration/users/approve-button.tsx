import type { AdminUser } from "@atoll/contract/administration/schemas";
import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useRoles } from "../roles/api.ts";
import { updateUser, useRefreshAdministration } from "./api.ts";

/** Whether a person waits to be let in. Specification, section 4. */
export const isPending = ({ roles }: AdminUser) =>
  roles.every(({ name }) => name.toLowerCase() === "pending");

/** Approves a pending person with the default role. Others are given in the edit dialog. */
export function ApproveButton({ user }: { user: AdminUser }) {
  const refresh = useRefreshAdministration();
  const role = useRoles().data?.find(({ name, canAssign }) => name === "user" && canAssign);
  const work = useMutation({
    mutationFn: (roleId: string) => updateUser(user.id, { version: user.version, roleIds: [roleId] }),
    onSuccess: ({ name }) => notify.success(`${name} is approved`),
    onError: (error) => notify.error(`Failed to update user: ${errorMessage(error)}`),
    onSettled: refresh,
  });
  if (!role) return null;
  return (
    <Button
      size="xs"
      aria-label={`Approve ${user.name}`}
      loading={work.isPending}
      onClick={() => work.mutate(role.id)}
    >
      Approve
    </Button>
  );
}
