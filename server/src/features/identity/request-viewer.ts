import type { Viewer } from "@atoll/contract/identity/schemas";
import type { SignInWay } from "../../column-types.ts";

/** The person behind a request, resolved once. */
export type RequestViewer = Viewer & { sessionId: string; way: SignInWay };
