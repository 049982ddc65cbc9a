import type { Channel } from "@atoll/contract/chat/schemas";
import { useState } from "react";
import { NameButton } from "../../../capabilities/people/name-button.tsx";

/**
 * The person who added the viewer to the channel, shown when they open it for the first time and until they leave it.
 */
export function AddedBy({ addedBy }: Pick<Channel, "addedBy">) {
  const [shown, setShown] = useState(addedBy);
  // Opening the channel clears this on the server, but the note stays while the channel is open.
  if (addedBy && addedBy.id !== shown?.id) setShown(addedBy);
  if (!shown) return null;
  return (
    // On a phone it overlays the oldest visible messages, to save height.
    <div className="z-1 flex-none max-md:relative max-md:h-0">
      <p
        className="px-4 py-1.5 text-center text-muted text-xs max-md:absolute max-md:inset-x-0 max-md:top-2 max-md:mx-auto max-md:w-fit max-md:max-w-[80%] max-md:truncate max-md:rounded-full max-md:bg-surface-raised max-md:shadow-1 max-md:inset-ring-1 max-md:inset-ring-border"
        role="status"
      >
        <NameButton userId={shown.id} className="font-medium">
          {shown.name}
        </NameButton>{" "}
        added you
      </p>
    </div>
  );
}
