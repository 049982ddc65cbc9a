import type { AdminDepartment } from "@atoll/contract/administration/schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { departmentOptions } from "../../../capabilities/people/department-options.tsx";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { mergeDepartment, useContents, useDepartmentRefresh, useDepartments } from "./api.ts";
import { ContentsList } from "./contents-list.tsx";

export interface MergeDepartmentDialogProps {
  department: AdminDepartment;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Moves everything in a department into another one, which is chosen here. */
export function MergeDepartmentDialog({ department, open, onOpenChange }: MergeDepartmentDialogProps) {
  const refresh = useDepartmentRefresh();
  const others = (useDepartments().data ?? []).filter(({ id }) => id !== department.id);
  const [intoId, setIntoId] = useState<string | null>(null);
  const into = others.find(({ id }) => id === intoId);
  const merger = useMutation({
    mutationFn: (id: string) => mergeDepartment(department.id, id),
    onSuccess: ({ department: { name } }) => {
      notify.success(`${department.name} is now part of ${name}`);
      onOpenChange(false);
    },
    onSettled: refresh,
  });
  const contents = useContents(department.id, merger.isPending || merger.isSuccess);
  const failure = merger.error ?? contents.error;
  return (
    <ConfirmDialog
      choice={
        <>
          {contents.data && contents.data.length > 0 && <ContentsList contents={contents.data} />}
          <Select
            label="Merge into"
            onValueChange={setIntoId}
            options={departmentOptions(others)}
            placeholder="Choose a department"
            value={intoId}
          />
        </>
      }
      disabled={!into}
      error={failure ? errorMessage(failure) : undefined}
      loading={merger.isPending}
      onConfirm={() => into && merger.mutate(into.id)}
      onClose={() => onOpenChange(false)}
      open={open}
      title={`Merge ${department.name}`}
      verb={into ? `Merge into ${into.name}` : "Merge"}
    >
      Everybody and everything in {department.name} moves to the department that you choose, whose members can
      then see all of it. {department.name} and its pages at /{department.slug} are deleted. This cannot be
      undone.
    </ConfirmDialog>
  );
}
