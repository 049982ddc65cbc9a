import { currentOption } from "@atoll/contract/fields/field-schemas";
import { exactly, type FieldFilter, readWanted, writeFieldFilter } from "@atoll/contract/fields/filter";
import { taskFieldRoutes } from "@atoll/contract/tasks/field-routes";
import type { TaskField, TaskFieldSet, TaskFieldValues } from "@atoll/contract/tasks/field-schemas";
import type { Task } from "@atoll/contract/tasks/schemas";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";

const key = ["tasks", "fields"] as const;

interface Sets {
  sets: TaskFieldSet[];
}

/** The company's own fields of tasks, as far as the viewer knows them; none until they are loaded. */
export function useFieldSets() {
  const { departments } = useViewer();
  // A viewer knows the fields of their departments: they are fetched again when these change.
  const own = departments.map(({ id }) => id).join();
  return useLiveQuery<Sets>({
    queryKey: [...key, own],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(taskFieldRoutes.listTaskFields, {}, { signal }),
    on: { "task-fields.changed": refetchSpread },
    retry: 1,
  });
}

export interface TaskFields {
  /** Returns the fields of all tasks and of these departments, in their order; of every known department if none is named. */
  of: (departmentIds: readonly (string | null)[]) => TaskField[];
  find: (name: string) => TaskField | undefined;
}

/** The fields in use, without the retired ones. */
export function useTaskFields(): TaskFields {
  const { data } = useFieldSets();
  return useMemo(() => {
    const sets = data?.sets ?? [];
    const shown = ({ fields }: TaskFieldSet) => fields.filter(({ isRetired }) => !isRetired);
    const isOf = (departmentIds: readonly (string | null)[]) => (set: TaskFieldSet) =>
      set.departmentId === null || departmentIds.length === 0 || departmentIds.includes(set.departmentId);
    const all = new Map(sets.flatMap(shown).map((field) => [field.name, field]));
    return {
      of: (departmentIds) => sets.filter(isOf(departmentIds)).flatMap(shown),
      find: (name) => all.get(name),
    };
  }, [data]);
}

/** The tasks that an address means: options that were renamed since are shown under their present names. */
export function useCurrentOptions<Shown extends { fields: FieldFilter }>(shown: Shown): Shown {
  const { find } = useTaskFields();
  return useMemo(() => {
    const fields = Object.fromEntries(
      Object.entries(shown.fields).map(([name, values]) => [
        name,
        values.map((one) => currentValue(find(name), one)),
      ]),
    );
    const isSame = writeFieldFilter(fields) === writeFieldFilter(shown.fields);
    return isSame ? shown : { ...shown, fields };
  }, [shown, find]);
}

function currentValue(field: TaskField | undefined, value: string): string {
  const wanted = readWanted(value);
  if (!field?.options || wanted.is !== "equal") return value;
  return exactly(currentOption(field, wanted.value) ?? wanted.value);
}

/** Puts a set as the server answered with it among the others. */
export function useKeepFieldSet() {
  const queryClient = useQueryClient();
  return ({ set }: { set: TaskFieldSet }): void => {
    queryClient.setQueriesData<Sets>({ queryKey: key }, (cached) => {
      const others = (cached?.sets ?? []).filter(({ departmentId }) => departmentId !== set.departmentId);
      return { sets: set.departmentId === null ? [set, ...others] : [...others, set] };
    });
  };
}

export type OwnFieldValue = TaskFieldValues[string];

/** The value of a field. A task that an earlier version of the app has kept for later has none. */
export function fieldValueOf(task: Pick<Task, "fields">, name: string): OwnFieldValue {
  const values: TaskFieldValues | undefined = task.fields;
  return values?.[name] ?? null;
}
