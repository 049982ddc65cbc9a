import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { MultiSelect } from "../../../ui/field/multi-select.tsx";
import { useAudienceOptions } from "./use-audience-options.ts";

export interface ReadersFieldsProps {
  /** "it" for one page, "them" for several. */
  pronoun: "it" | "them";
  /** Those that are chosen already, which stand there at once. */
  known: Pick<OpenArticle, "departments" | "roles">;
  departmentIds: string[];
  onDepartmentIds: (ids: string[]) => void;
  roleIds: string[];
  onRoleIds: (ids: string[]) => void;
}

/** The readers of a page: departments and roles. */
export function ReadersFields({ pronoun, known, ...chosen }: ReadersFieldsProps) {
  const options = useAudienceOptions(known);
  return (
    <>
      <MultiSelect
        label={`Departments that read ${pronoun}`}
        help="None chosen: all departments"
        options={options.departments}
        value={chosen.departmentIds}
        onValueChange={chosen.onDepartmentIds}
      />
      <MultiSelect
        label={`Roles that read ${pronoun}`}
        help="None chosen: all roles"
        options={options.roles}
        value={chosen.roleIds}
        onValueChange={chosen.onRoleIds}
      />
    </>
  );
}
