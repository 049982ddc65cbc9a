import { identityRoutes } from "@atoll/contract/identity/routes";
import { Building2 } from "lucide-react";
import { cx } from "../../ui/base/cx.ts";
import { buttonClass, buttonIconClass } from "../../ui/button/button-class.ts";

export interface SingleSignOnLinkProps {
  /** The company's name. */
  name: string;
  /** Where to go afterwards. */
  origin: string | null;
}

/** Below the form: the way in through the company's own sign-on, which leaves Atoll for a moment. */
export function SingleSignOnLink({ name, origin }: SingleSignOnLinkProps) {
  const search = origin ? `?${new URLSearchParams({ origin })}` : "";
  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-center gap-3 text-faint text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
      <a
        className={cx(buttonClass({ size: "lg" }), "w-full")}
        href={`${identityRoutes.startSingleSignOn.path}${search}`}
      >
        <Building2 className={buttonIconClass("lg")} />
        <span className="truncate">Continue with {name}</span>
      </a>
    </div>
  );
}
