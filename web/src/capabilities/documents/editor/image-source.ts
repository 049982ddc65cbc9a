import type { QueryClient } from "@tanstack/react-query";
import { freshLink } from "../../files/links/attachment-links.ts";
import type { ImageSource } from "./nodes/image.ts";

/** A link ends after some minutes: it is made again before that, while the picture is shown. */
const renewedEveryMs = 8 * 60_000;

/** Pictures by the links that the viewer may use at the moment. */
export function createImageSource(queryClient: QueryClient): ImageSource {
  return {
    watch(fileId, onUrl) {
      let isStopped = false;
      const look = () =>
        freshLink(queryClient, fileId).then(
          (link) => {
            if (!isStopped) onUrl(link?.url ?? null);
          },
          // The next look may find it.
          () => undefined,
        );
      void look();
      const timer = setInterval(look, renewedEveryMs);
      return () => {
        isStopped = true;
        clearInterval(timer);
      };
    },
  };
}
