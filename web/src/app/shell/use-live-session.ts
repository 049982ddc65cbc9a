import { useEffect } from "react";
import { realtime } from "../../lib/server/socket.ts";
import { endSession, reloadViewer } from "../../lib/session/session.ts";

/** Keeps the connection open while the frame stands, and follows what the server says about the session. */
export function useLiveSession(): void {
  useEffect(() => {
    const stops = [
      realtime.on("session.ended", ({ message }) => endSession(message)),
      realtime.on("viewer.changed", () => {
        reloadViewer().catch((error: unknown) => console.info("The person could not be reloaded", error));
      }),
    ];
    realtime.open();
    return () => {
      realtime.close();
      for (const stop of stops) stop();
    };
  }, []);
}
