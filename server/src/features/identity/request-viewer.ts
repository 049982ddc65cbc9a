import type { Viewer } from "@atoll/contract/identity/schemas";
import type { TokenScope } from "@atoll/contract/personal-tokens/areas";
import type { SignInWay } from "../../column-types.ts";

/** The person behind a request, resolved once. */
export type RequestViewer = Viewer & {
  sessionId: string;
  way: SignInWay;
  /** What a personal access token is for. Null in a browser, which is for everything. */
  scopes: readonly TokenScope[] | null;
};
