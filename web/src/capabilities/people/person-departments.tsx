import { useQuery } from "@tanstack/react-query";
import { departmentsQuery } from "./departments.ts";

/** The person's departments, shown next to their name where there is space. */
export function PersonDepartments({ personId }: { personId: string }) {
  const { data: names = [] } = useQuery(departmentsQuery(personId));
  if (names.length === 0) return null;
  return (
    <span className="-mr-1 min-w-0 shrink-100 truncate text-2xs text-faint max-md:hidden">
      {names.join(", ")} <span aria-hidden="true">·</span>
    </span>
  );
}
