import { useTellTimeZone } from "../../features/identity/preferences/use-tell-time-zone.ts";
import { useLiveWorkspace } from "../../features/workspace/use-live-workspace.ts";
import { PersonCards } from "../people/person-cards.tsx";

/** What stands on every page and may come after its first paint. */
export function Later() {
  useLiveWorkspace();
  useTellTimeZone();
  return <PersonCards />;
}
