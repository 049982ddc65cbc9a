import type { settingsRoutes } from "@atoll/contract/cards/settings-routes";
import { settingsRoutes as routes } from "@atoll/contract/cards/settings-routes";
import type { DepartmentSettings, SectionSettings } from "@atoll/contract/cards/settings-schemas";
import type { RouteCall } from "@atoll/contract/route";
import { useQueryClient } from "@tanstack/react-query";
import { refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";

const keyOf = (departmentId: string) => ["cards", "settings", departmentId] as const;

/** The sections of a department with their settings, archived ones too. */
export function useSettings(departmentId: string) {
  return useLiveQuery({
    queryKey: keyOf(departmentId),
    queryFn: ({ signal }) => call(routes.listSettings, { params: { departmentId } }, { signal }),
    on: {
      "department.changed": (data, payload) => (payload.departmentId === departmentId ? refetch() : data),
      "administration.changed": refetchSpread,
      "section.changed": (data, payload) => (payload.departmentId === departmentId ? refetch() : data),
    },
  });
}

/** Puts a section as the server answered with it into its department. */
export function useKeepSection() {
  const queryClient = useQueryClient();
  return ({ section }: { section: SectionSettings }): void => {
    queryClient.setQueryData<DepartmentSettings>(
      keyOf(section.departmentId),
      (cached) =>
        cached && {
          ...cached,
          sections: cached.sections.some(({ id }) => id === section.id)
            ? cached.sections.map((one) =>
                one.id === section.id && one.version <= section.version ? section : one,
              )
            : [...cached.sections, section],
        },
    );
  };
}

/** Returns a function that fetches a section as it is now; one that is gone stays as it was known. */
export function useRefetchSection(section: SectionSettings): () => Promise<SectionSettings> {
  const queryClient = useQueryClient();
  return async () => {
    const { departmentId, id } = section;
    const cached = await call(routes.listSettings, { params: { departmentId } });
    queryClient.setQueryData<DepartmentSettings>(keyOf(departmentId), cached);
    return cached.sections.find((one) => one.id === id) ?? section;
  };
}

type Body<Name extends keyof typeof settingsRoutes> = RouteCall<(typeof settingsRoutes)[Name]>["body" &
  keyof RouteCall<(typeof settingsRoutes)[Name]>];

export type NewSection = Body<"createSection">;

export const createSection = (departmentId: string, body: NewSection) =>
  call(routes.createSection, { params: { departmentId }, body });

export const changeSection = (sectionId: string, body: Body<"changeSection">) =>
  call(routes.changeSection, { params: { sectionId }, body });

export const addField = (sectionId: string, body: Body<"addField">) =>
  call(routes.addField, { params: { sectionId }, body });

export const changeField = (sectionId: string, field: string, body: Body<"changeField">) =>
  call(routes.changeField, { params: { sectionId, field }, body });

export const checkConversion = (sectionId: string, field: string, body: Body<"checkConversion">) =>
  call(routes.checkConversion, { params: { sectionId, field }, body });

export const convertField = (sectionId: string, field: string, body: Body<"convertField">) =>
  call(routes.convertField, { params: { sectionId, field }, body });
