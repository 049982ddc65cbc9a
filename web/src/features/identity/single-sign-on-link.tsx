import { Building2 } from "lucide-react";
import { cx } from "../../ui/base/cx.ts";
import { buttonClass, buttonIconClass } from "../../ui/button/button-class.ts";

// Written out: the routes of the contract would bring their schemas into the first load.
const paths = { openId: "/api/auth/single-sign-on/start", saml: "/api/auth/saml/start" };

export interface SingleSignOnLinkProps {
  /** The company's providers: OpenID Connect, and SAML 2.0. */
  openId: { name: string } | null;
  saml: { name: string } | null;
  /** Where to go afterwards. */
  origin: string | null;
}

/** Below the form: the ways in through the company's own sign-on, which leave Atoll for a moment. */
export function SingleSignOnLink({ openId, saml, origin }: SingleSignOnLinkProps) {
  const search = origin ? `?${new URLSearchParams({ origin })}` : "";
  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-center gap-3 text-faint text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
      {[openId && { ...openId, path: paths.openId }, saml && { ...saml, path: paths.saml }]
        .filter((way) => way !== null)
        .map(({ name, path }) => (
          <a className={cx(buttonClass({ size: "lg" }), "w-full")} href={`${path}${search}`} key={path}>
            <Building2 className={buttonIconClass("lg")} />
            <span className="truncate">Continue with {name}</span>
          </a>
        ))}
    </div>
  );
}
