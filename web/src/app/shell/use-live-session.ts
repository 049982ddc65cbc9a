import { useEffect } from "react";
import { forgetPictures, tellPicture } from "../../lib/pictures.ts";
import { endSession, reloadViewer } from "../../lib/session.ts";
import { type RealtimeSocket, realtime } from "../../lib/socket.ts";

/** Keeps the connection open while the frame stands, and follows what the server says about the session. */
export function useLiveSession(): void {
  useProfiles(realtime);
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

/** Shows colleagues' new pictures wherever they are on the screen. */
export function useProfiles(socket: RealtimeSocket): void {
  useEffect(() => {
    const stops = [
      socket.on("profile.changed", ({ person }) => tellPicture(person.id, person.avatar)),
      socket.subscribe(() => {
        if (socket.getState() === "connected") forgetPictures();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [socket]);
}
