import { useEffect } from "react";
import { forgetPictures, showPicture } from "../../../lib/pictures.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import type { RealtimeSocket } from "../../../lib/server/socket.ts";
import { reloadViewer } from "../../../lib/session/session.ts";

/**
 * Shows colleagues' new pictures wherever they are on the screen; and once the connection stands, asks who the viewer is
 * by now: what was changed of them before it stood nobody has told. With the bell, for it comes after the first paint.
 */
export function useProfiles(socket: RealtimeSocket): void {
  useEffect(() => {
    const look = () => {
      if (socket.getState() !== "connected") return;
      forgetPictures();
      reloadViewer().catch((error: unknown) =>
        console.info("The person could not be reloaded", errorMessage(error)),
      );
    };
    const stops = [
      socket.on("profile.changed", ({ person }) => showPicture(person.id, person.avatar)),
      socket.subscribe(look),
    ];
    look();
    return () => {
      for (const stop of stops) stop();
    };
  }, [socket]);
}
