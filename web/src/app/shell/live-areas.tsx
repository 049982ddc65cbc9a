import type { ReactNode } from "react";
import type { LiveParts } from "../area.ts";
import { useLiveParts } from "./use-live-parts.ts";

/** Around the frame: what each area keeps alive on every screen. */
export function LiveAreas({ children }: { children: ReactNode }) {
  return <Around parts={useLiveParts()}>{children}</Around>;
}

function Around({ parts, children }: { parts: readonly LiveParts[]; children: ReactNode }): ReactNode {
  const [first, ...others] = parts;
  if (!first) return children;
  const inner = <Around parts={others}>{children}</Around>;
  return first.Session ? <first.Session>{inner}</first.Session> : inner;
}
