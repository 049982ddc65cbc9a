import type { Viewer } from "@atoll/contract/identity/schemas";
import type { QueryClient } from "@tanstack/react-query";
import type { RealtimeSocket } from "./server/socket.ts";

/** The scope of a signed-in person, across screens. A new one starts when their rights change. */
export interface SignedIn {
  viewer: Viewer;
  queryClient: QueryClient;
  realtime: RealtimeSocket;
  /** For whatever begins while it lasts. */
  onEnd(stop: () => void): void;
}

export interface EndableSignedIn extends SignedIn {
  end(): void;
}

export function createSignedIn(
  values: Pick<SignedIn, "viewer" | "queryClient" | "realtime">,
): EndableSignedIn {
  const stops: (() => void)[] = [];
  return {
    ...values,
    onEnd: (stop) => void stops.push(stop),
    end() {
      for (const stop of stops.splice(0)) stop();
    },
  };
}

/** Something there is one of for each person signed in, made when it is first asked for. */
export function oneEach<Thing>(create: (signedIn: SignedIn) => Thing): (signedIn: SignedIn) => Thing {
  const made = new WeakMap<SignedIn, Thing>();
  return (signedIn) => {
    const known = made.get(signedIn);
    if (known !== undefined) return known;
    const thing = create(signedIn);
    made.set(signedIn, thing);
    return thing;
  };
}
