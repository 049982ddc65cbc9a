import { useOwnSections } from "../../features/cards/data/api.ts";
import { NavRow } from "./nav-row.tsx";

/** The rows of the sections that administrators added to a department. */
export function OwnSections({
  department,
  onNavigate,
}: {
  department: string;
  onNavigate?: (() => void) | undefined;
}) {
  const { data } = useOwnSections();
  return data?.sections
    .filter(({ path }) => path.startsWith(`/${department}/`))
    .map(({ path, name }) => (
      <li key={path}>
        <NavRow nested onNavigate={onNavigate} place={{ path, label: name, department }} />
      </li>
    ));
}
