import { notifyTopics } from "../../notify-topics.ts";
import type { LivePart, RequestViewer, SliceContext } from "../../slice.ts";
import { canListDepartments, canListRoles } from "./organisation-policy.ts";
import { canListUsers } from "./policy.ts";

/** Related changes are broadcast together: several tables announce one change of a person. */
const pauseMs = 50;

/** More changes of a kind at once become one event, so that viewers of a list refetch it once. */
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
 * Broadcasts changes of people, roles and departments to viewers of the administration on this node. The database
 * announces them, no matter who made them and where.
 */
export function broadcastToAdministrators({ realtime }: SliceContext): LivePart {
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
      [notifyTopics.viewerChanged]: gather(rooms.people, (userId) =>
        realtime.sendHere(rooms.people, "person.changed", { userId }),
      ),
      [notifyTopics.roleChanged]: gather(rooms.roles, (roleId) =>
        realtime.sendHere(rooms.roles, "role.changed", { roleId }),
      ),
      [notifyTopics.departmentChanged]: gather(rooms.departments, (departmentId) =>
        realtime.sendHere(rooms.departments, "department.changed", { departmentId }),
      ),
    },
    onGap() {
      for (const room of Object.values(rooms)) realtime.sendHere(room, "administration.changed", {});
    },
  };
}
