import type { Viewer } from "@atoll/contract/identity/schemas";
import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import { getActiveDepartment, subscribeToActiveDepartment } from "./active-department.ts";
import { getSession, type SessionState, subscribe } from "./session.ts";

const ViewerContext = createContext<Viewer | null>(null);

/** While a page is hydrated, as the server rendered it: nobody is signed in. */
const rendered: SessionState = { status: "signed-out", reason: "never-in", message: null };

export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, getSession, () => rendered);
}

/** The slug of the department that the navigation is narrowed to, or null for all. */
export function useActiveDepartment(): string | null {
  return useSyncExternalStore(subscribeToActiveDepartment, getActiveDepartment);
}

/** Everything inside may ask for the viewer without considering that nobody is signed in. */
export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

/** The signed-in person. For screens inside the signed-in frame only. */
export function useViewer(): Viewer {
  const viewer = use(ViewerContext);
  if (!viewer) throw new Error("useViewer is for screens inside the signed-in frame");
  return viewer;
}
