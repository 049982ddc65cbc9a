import type { ReactNode, RefObject } from "react";
import { DepartmentDot } from "../../../ui/badge/department-badge.tsx";
import { MultiSelect } from "../../../ui/field/multi-select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { useDepartments } from "../departments/api.ts";
import { useRoleOptions } from "./use-role-options.ts";
import type { UserEdit } from "./user-edit.ts";
import type { UserFieldErrors } from "./user-field-errors.ts";

export interface EmployeeFieldsProps {
  edit: UserEdit;
  onChange: (change: Partial<UserEdit>) => void;
  errors: UserFieldErrors;
  /** Stand under a field that has no error. */
  notes?: Partial<Record<keyof UserEdit, string | undefined>>;
  nameField: RefObject<HTMLInputElement | null>;
  /** The email is theirs to change, or of somebody who holds all that they hold. */
  isEmailFixed?: boolean;
  /** Stands between the email and the roles. */
  password?: ReactNode;
}

/** Who somebody is, and what they may see. Specification, section 5 (create employee form). */
export function EmployeeFields(props: EmployeeFieldsProps) {
  const { edit, onChange, errors, notes = {}, nameField, password } = props;
  const roles = useRoleOptions(edit.roleIds);
  const departments = useDepartments().data ?? [];
  return (
    <>
      <TextField
        autoComplete="off"
        error={errors.name}
        help={notes.name}
        label="Full name"
        name="name"
        onChange={(event) => onChange({ name: event.target.value })}
        ref={nameField}
        value={edit.name}
      />
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        disabled={props.isEmailFixed}
        error={errors.email}
        help={notes.email}
        inputMode="email"
        label="Email"
        name="email"
        onChange={(event) => onChange({ email: event.target.value })}
        spellCheck={false}
        type="email"
        value={edit.email}
      />
      {password}
      <MultiSelect
        error={errors.roleIds}
        help={notes.roleIds}
        label="Roles"
        onValueChange={(roleIds) => onChange({ roleIds })}
        options={roles}
        value={edit.roleIds}
      />
      <MultiSelect
        error={errors.departmentIds}
        help={notes.departmentIds}
        label="Departments"
        onValueChange={(departmentIds) => onChange({ departmentIds })}
        options={departments.map(({ id, name, slug }) => ({
          value: id,
          label: name,
          lead: <DepartmentDot department={slug} />,
        }))}
        value={edit.departmentIds}
      />
    </>
  );
}
