import { roleTitle } from "@atoll/contract/identity/role-title";
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/server/api-client.ts";

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
export function useAudienceOptions({ departments, roles }: Pick<OpenArticle, "departments" | "roles">): {
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
