import { useEffect } from "react";
import { forgetPictures, tellPicture } from "../../../lib/pictures.ts";
import type { RealtimeSocket } from "../../../lib/socket.ts";

/** Shows colleagues' new pictures wherever they are on the screen. With the bell, for it comes after the first paint. */
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
