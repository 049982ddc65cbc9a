import type { ReactNode } from "react";
import { departmentOptions } from "../../../../capabilities/people/department-options.tsx";
import { useChoice } from "../../../../lib/form/use-choice.ts";
import type { Form } from "../../../../lib/form/use-form.ts";
import { MultiSelect } from "../../../../ui/field/multi-select.tsx";
import { TextField } from "../../../../ui/field/text-field.tsx";
import { useDepartments } from "../../departments/api.ts";
import { useRoleOptions } from "./use-role-options.ts";
import type { UserEdit } from "./user-edit.ts";

export interface EmployeeFieldsProps {
  form: Form<UserEdit & { password: string }>;
  /** Shown below fields without an error. */
  notes?: Partial<Record<keyof UserEdit, string | undefined>>;
  /** True if the viewer may not change the email, which requires all permissions of the person. */
  isEmailFixed?: boolean;
  /** True if a directory has the name. */
  isNameFixed?: boolean;
  /** Shown between the email and the roles. */
  password?: ReactNode;
}

/** The fields for a person's identity and permissions. Specification, section 5 (create employee form). */
export function EmployeeFields(props: EmployeeFieldsProps) {
  const { form, notes = {}, password } = props;
  const roleIds = useChoice(form, "roleIds");
  const departmentIds = useChoice(form, "departmentIds");
  const roles = useRoleOptions(roleIds.value);
  const departments = useDepartments().data ?? [];
  return (
    <>
      <TextField
        {...form.field("name")}
        autoComplete="off"
        disabled={props.isNameFixed}
        help={notes.name}
        label="Full name"
      />
      <TextField
        {...form.field("email")}
        autoCapitalize="none"
        autoComplete="off"
        disabled={props.isEmailFixed}
        help={notes.email}
        inputMode="email"
        label="Email"
        spellCheck={false}
        type="email"
      />
      {password}
      <MultiSelect {...roleIds} help={notes.roleIds} label="Roles" options={roles} />
      <MultiSelect
        {...departmentIds}
        help={notes.departmentIds}
        label="Departments"
        options={departmentOptions(departments)}
      />
    </>
  );
}
