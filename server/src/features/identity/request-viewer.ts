import type { Viewer } from "@atoll/contract/identity/schemas";
import type { TokenScope } from "@atoll/contract/personal-tokens/areas";
import type { SignInWay } from "../../column-types.ts";

/** The person behind a request, resolved once. */
export type RequestViewer = Viewer & {
  sessionId: string;
  way: SignInWay;
  /** The scopes of a personal access token. Null in a browser, which may use every route. */
  scopes: readonly TokenScope[] | null;
  /** Set for a bot. What it writes is marked with it. */
  isProgram?: true;
  /** The owner of a bot, on whose rights it depends. */
  ownerId?: string;
};
