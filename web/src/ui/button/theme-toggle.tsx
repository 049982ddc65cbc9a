import { SunMoon } from "lucide-react";
import { useTheme } from "../../lib/page/theme.ts";
import { IconButton } from "./icon-button.tsx";

/** Switches between tropical and dark. */
export function ThemeToggle({ className }: { className?: string }) {
  const { mode, toggle } = useTheme();
  const label = mode === "dark" ? "Switch to tropical theme" : "Switch to dark theme";
  return <IconButton label={label} icon={SunMoon} className={className} onClick={toggle} />;
}
