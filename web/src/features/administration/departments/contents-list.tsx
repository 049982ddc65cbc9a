import type { administrationRoutes } from "@atoll/contract/administration/routes";
import type { RouteOutput } from "@atoll/contract/route";

export type Contents = RouteOutput<typeof administrationRoutes.getDepartmentContents>["contents"];

/** The contents of a department, with a count for each kind. */
export function ContentsList({ contents }: { contents: Contents }) {
  return (
    <ul aria-label="What is in it" className="flex flex-wrap gap-x-4 gap-y-1 rounded-md border px-3 py-2">
      {contents.map(({ kind, count }) => (
        <li key={kind}>
          <b className="font-semibold">{count}</b> {count === 1 ? (ofOne[kind] ?? kind) : kind}
        </li>
      ))}
    </ul>
  );
}

const ofOne: Record<string, string> = {
  people: "person",
  roles: "role",
  channels: "channel",
  tasks: "task",
  "past cycles": "past cycle",
  "task templates": "task template",
  events: "event",
  announcements: "announcement",
};
