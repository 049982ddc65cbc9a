import { announcements } from "../../announcements.ts";
import type { LivePart, RequestViewer, SliceContext } from "../../slice.ts";
import { canListDepartments, canListRoles } from "./organisation-policy.ts";
import { canListUsers } from "./policy.ts";

/** What belongs together is told together: one change of a person is announced by several tables. */
const pauseMs = 50;

/** More of a kind at once is told as one: whoever looks at a list fetches it once. */
const mostNamed = 20;

const rooms = {
  people: "administration:people",
  roles: "administration:roles",
  departments: "administration:departments",
} as const;

/** The rooms of the lists that a viewer may fetch. */
export async function administrationRooms(viewer: RequestViewer): Promise<string[]> {
  return [
    ...(canListUsers(viewer) ? [rooms.people] : []),
    ...(canListRoles(viewer) ? [rooms.roles] : []),
    ...(canListDepartments(viewer) ? [rooms.departments] : []),
  ];
}

/**
 * Tells who looks at people, roles and departments on this node that one of them is another: the database announces it,
 * whoever changed it and wherever.
 */
export function tellAdministrators({ realtime }: SliceContext): LivePart {
  function gather(room: string, tellOne: (id: string) => void) {
    const ids = new Set<string>();
    function tell(): void {
      if (ids.size > mostNamed) realtime.sendHere(room, "administration.changed", {});
      else for (const id of ids) tellOne(id);
      ids.clear();
    }
    return (id: string): void => {
      if (!realtime.isHeard(room)) return;
      if (ids.size === 0) setTimeout(tell, pauseMs).unref();
      ids.add(id);
    };
  }

  return {
    topics: {
      [announcements.viewerChanged]: gather(rooms.people, (userId) =>
        realtime.sendHere(rooms.people, "person.changed", { userId }),
      ),
      [announcements.roleChanged]: gather(rooms.roles, (roleId) =>
        realtime.sendHere(rooms.roles, "role.changed", { roleId }),
      ),
      [announcements.departmentChanged]: gather(rooms.departments, (departmentId) =>
        realtime.sendHere(rooms.departments, "department.changed", { departmentId }),
      ),
    },
    onGap() {
      for (const room of Object.values(rooms)) realtime.sendHere(room, "administration.changed", {});
    },
  };
}
