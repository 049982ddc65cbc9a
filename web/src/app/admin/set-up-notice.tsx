import { Link } from "@tanstack/react-router";
import { SetUpNotice as Notice } from "../../features/workspace/company/set-up-notice.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";

/** On the dashboard of administrators, until the company has moved in. */
export function SetUpNotice({ onKnown }: { onKnown: () => void }) {
  return (
    <Notice
      onKnown={onKnown}
      renderLink={(label) => (
        <Link className={buttonClass({ variant: "primary" })} to="/admin/company">
          {label}
        </Link>
      )}
    />
  );
}
