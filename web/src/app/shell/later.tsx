import { useReportTimeZone } from "../../features/identity/preferences/use-report-time-zone.ts";
import { useLiveWorkspace } from "../../features/workspace/use-live-workspace.ts";
import { PersonCards } from "../people/person-cards.tsx";

/** The parts of every page that can follow its first paint. */
export function Later() {
  useLiveWorkspace();
  useReportTimeZone();
  return <PersonCards />;
}
