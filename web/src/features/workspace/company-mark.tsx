import { Logo } from "../../ui/icon/logo.tsx";
import { useWorkspace } from "./use-workspace.ts";

/** The company's logo, or Atoll's if it has none. The name is shown next to it. */
export function CompanyMark() {
  const { logo } = useWorkspace();
  if (logo === null) return <Logo className="flex-none" size={26} />;
  return <img alt="" className="flex-none" height={26} src={logo} width={26} />;
}
