import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import type { Reach } from "@atoll/contract/announcements/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { AvatarGroup } from "../../../ui/avatar/avatar-group.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import type { Editor } from "./use-editor.ts";

/** People come and go while one writes. */
const everyMs = 30_000;

/** The people in the chosen audience, counted again for every choice. */
export function useReach(departmentIds: readonly string[], roleIds: readonly string[]) {
  const [departments, roles] = [departmentIds.toSorted().join(), roleIds.toSorted().join()];
  return useQuery({
    queryKey: ["announcements", "reach", departments, roles],
    queryFn: ({ signal }) => call(routes.measureReach, { query: { departments, roles } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });
}

/** "Everyone (37)", "Reaches 22 of 37 people". */
function reachInWords({ reached, everyone }: Reach, isEveryone: boolean): string {
  if (isEveryone) return `Everyone (${everyone})`;
  if (reached === 0) return "Reaches nobody";
  return `Reaches ${reached} of ${everyone} people`;
}

/** Any of the departments, and any of the roles; a side with nothing ticked sets no limit. */
export function AudiencePicker({ editor }: { editor: Editor }) {
  const { departmentIds, roleIds } = editor.fields;
  const { data, error, isFetching, refetch } = useReach(departmentIds, roleIds);
  if (!data)
    return error ? (
      <RetryAlert message={errorMessage(error)} retrying={isFetching} onRetry={() => void refetch()} />
    ) : null;
  const isEveryone = departmentIds.length === 0 && roleIds.length === 0;
  const rest = data.reached - data.people.length;
  return (
    <section aria-label="Audience" className="rounded-lg border bg-surface-raised p-4">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 className="font-semibold text-sm">Audience</h2>
        <span role="status" className="ml-auto font-semibold text-sm tabular-nums">
          {reachInWords(data, isEveryone)}
        </span>
      </div>
      <div className="grid grid-cols-2 gap-6 max-md:grid-cols-1">
        <Side
          title="Any of these departments"
          options={data.departments}
          chosen={departmentIds}
          onChange={(next) => editor.set({ departmentIds: next })}
        />
        <Side
          title="And any of these roles"
          options={data.roles.map((role) => ({ ...role, name: roleTitle(role.name) }))}
          chosen={roleIds}
          onChange={(next) => editor.set({ roleIds: next })}
        />
      </div>
      {data.reached === 0 ? (
        <p className="mt-3 text-danger-text text-xs">
          No one is in one of these departments and holds one of these roles. Choose others to publish it.
        </p>
      ) : (
        <div className="mt-3 flex flex-wrap items-center gap-2 border-t pt-3 text-muted text-xs">
          <AvatarGroup people={data.people} total={data.reached} max={6} />
          <span className="min-w-0 flex-1">
            {data.people.map(({ name }) => name).join(", ")}
            {rest > 0 && ` and ${rest} more`}
          </span>
        </div>
      )}
    </section>
  );
}

interface SideProps {
  title: string;
  options: Reach["departments"];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

function Side({ title, options, chosen, onChange }: SideProps) {
  // A deleted department or role still limits the audience until it is unticked.
  const gone = chosen.filter((id) => !options.some((option) => option.id === id));
  const all = [...options, ...gone.map((id) => ({ id, name: "No longer there", count: 0 }))];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-muted text-xs">{title}</legend>
      <ul className="flex max-h-64 flex-col gap-1 overflow-y-auto">
        {all.map(({ id, name, count }) => (
          <li key={id} className="flex items-center gap-2">
            <Checkbox
              className="flex-1"
              label={<span className="truncate">{name}</span>}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
            <span className="text-muted text-xs tabular-nums">{count}</span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
