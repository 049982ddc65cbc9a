import type { EventName } from "@atoll/contract/events";
import { renderHook } from "@testing-library/react";
import { expect, vi } from "vitest";
import type { RealtimeSocket } from "../src/lib/server/socket.ts";
import type { RealPerson, RealServer } from "./chat/real-server.ts";
import { heldEqualsRefetch } from "./held-equals-refetch.ts";
import { openBrowser } from "./open-browser.tsx";

/** Something that is shown live, by its real hooks at the real server. */
export interface Live {
  held: () => unknown;
  realtime: RealtimeSocket;
  end(): void;
}

/** A live list: how it is shown and fetched, and the changes for each event. */
export interface LiveCase {
  event: EventName;
  show: () => unknown;
  fresh: () => Promise<unknown>;
  act: () => Promise<unknown>;
}

/** Shows it in a browser of a person. Connected before: what is fetched is not fetched once more for the connection's sake. */
export async function startLive(server: RealServer, person: RealPerson, show: () => unknown): Promise<Live> {
  const { Around, realtime, end } = await openBrowser(server, person);
  const shown = renderHook(show, { wrapper: Around });
  return { held: () => shown.result.current, realtime, end };
}

/** Proves of what is shown live that it is what a fresh fetch gives once it was changed, and that the event told of it. */
export async function proveLive({ held, realtime }: Live, { event, fresh, act }: LiveCase): Promise<void> {
  let heard = 0;
  realtime.on(event, () => {
    heard += 1;
  });
  await heldEqualsRefetch({ held, fresh, act });
  // Another reason to look again may have been faster.
  await vi.waitFor(() => expect(heard).toBeGreaterThan(0));
}
