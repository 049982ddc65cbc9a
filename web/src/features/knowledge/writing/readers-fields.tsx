import { roleTitle } from "@atoll/contract/identity/role-title";
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/server/api-client.ts";
import { MultiSelect } from "../../../ui/field/multi-select.tsx";

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

interface Named {
  id: string;
  name: string;
}

interface Choice {
  value: string;
  label: string;
}

/**
 * The departments and roles that a page can be for. Those it is for already stand there at once, and also when they are
 * gone.
 */
function useAudienceOptions({ departments, roles }: Pick<OpenArticle, "departments" | "roles">): {
  departments: Choice[];
  roles: Choice[];
} {
  const { data } = useQuery({
    queryKey: ["knowledge", "audience"],
    queryFn: ({ signal }) => call(routes.getArticleAudience, {}, { signal }),
  });
  const choices = (all: readonly Named[] = [], known: readonly Named[]) =>
    [...all, ...known.filter(({ id }) => !all.some((one) => one.id === id))].map(({ id, name }) => ({
      value: id,
      label: name,
    }));
  return {
    departments: choices(data?.departments, departments),
    roles: choices(data?.roles, roles).map(({ value, label }) => ({ value, label: roleTitle(label) })),
  };
}
