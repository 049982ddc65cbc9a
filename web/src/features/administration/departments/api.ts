import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { Person } from "@atoll/contract/people/schemas";
import type { RouteCall } from "@atoll/contract/route";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { call } from "../../../lib/server/api-client.ts";

const departmentsKey = ["administration", "departments"] as const;
const idOf = ({ id }: Person) => id;

/** All departments with the number of their members. */
export function useDepartments() {
  return useLiveQuery({
    queryKey: departmentsKey,
    queryFn: ({ signal }) => call(administrationRoutes.listDepartments, {}, { signal }),
    on: { "department.changed": refetch, "administration.changed": refetchSpread },
    select: ({ departments }) => departments,
  });
}

/** A department's members by name, page after page. */
export function useMembers(departmentId: string) {
  return usePages({
    queryKey: [...departmentsKey, departmentId, "members"],
    fetchPage: (cursor, options) =>
      call(
        administrationRoutes.listDepartmentMembers,
        { params: { departmentId }, query: { cursor } },
        options,
      ),
    keyOf: idOf,
    on: {
      "department.changed": (data, payload) => (payload.departmentId === departmentId ? refetch() : data),
      "administration.changed": refetchSpread,
    },
  });
}

/** Asks again for everything that departments have a part in. */
export function useDepartmentRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [["administration"], ["departments"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
}

export const createDepartment = (body: RouteCall<typeof administrationRoutes.createDepartment>["body"]) =>
  call(administrationRoutes.createDepartment, { body });

export const updateDepartment = (
  departmentId: string,
  body: RouteCall<typeof administrationRoutes.updateDepartment>["body"],
) => call(administrationRoutes.updateDepartment, { params: { departmentId }, body });

/**
 * Queries the contents of a department. Not cached, because they decide which actions are offered.
 * @param isLeaving stops refetching, because the department is being removed
 */
export function useContents(departmentId: string, isLeaving: boolean) {
  return useQuery({
    enabled: !isLeaving,
    queryKey: [...departmentsKey, departmentId, "contents"],
    queryFn: ({ signal }) =>
      call(administrationRoutes.getDepartmentContents, { params: { departmentId } }, { signal }),
    select: ({ contents }) => contents,
    gcTime: 0,
    staleTime: 0,
  });
}

export const removeDepartment = (departmentId: string) =>
  call(administrationRoutes.removeDepartment, { params: { departmentId } });

export const mergeDepartment = (departmentId: string, intoId: string) =>
  call(administrationRoutes.mergeDepartment, { params: { departmentId }, body: { intoId } });

export const addMember = (departmentId: string, userId: string) =>
  call(administrationRoutes.addDepartmentMember, { params: { departmentId, userId } });

export const removeMember = (departmentId: string, userId: string) =>
  call(administrationRoutes.removeDepartmentMember, { params: { departmentId, userId } });
