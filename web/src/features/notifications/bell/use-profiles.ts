import { useEffect } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { forgetPictures, tellPicture } from "../../../lib/pictures.ts";
import { reloadViewer } from "../../../lib/session.ts";
import type { RealtimeSocket } from "../../../lib/socket.ts";

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
      socket.on("profile.changed", ({ person }) => tellPicture(person.id, person.avatar)),
      socket.subscribe(look),
    ];
    look();
    return () => {
      for (const stop of stops) stop();
    };
  }, [socket]);
}
