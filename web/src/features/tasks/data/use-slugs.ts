import { useCallback } from "react";
import { useViewer } from "../../../lib/session/use-session.tsx";

/** The slugs of departments by their ids, for their colours; "all" for one that the viewer is not in, and for none. */
export function useSlugs(): (departmentId: string | null) => string {
  const { departments } = useViewer();
  return useCallback(
    (id: string | null) => departments.find((one) => one.id === id)?.slug ?? "all",
    [departments],
  );
}
