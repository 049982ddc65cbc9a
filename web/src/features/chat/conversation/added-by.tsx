import type { Channel } from "@atoll/contract/chat/schemas";
import { useState } from "react";
import { NameButton } from "../../../capabilities/people/name-button.tsx";

/** Who brought the viewer into the channel: from when they open it for the first time until they leave it. */
export function AddedBy({ addedBy }: Pick<Channel, "addedBy">) {
  const [shown, setShown] = useState(addedBy);
  // Opening it takes it off the list's row, and comes back as a channel that nobody has just been brought into.
  if (addedBy && addedBy.id !== shown?.id) setShown(addedBy);
  if (!shown) return null;
  return (
    <p className="flex-none px-4 py-1.5 text-center text-muted text-xs" role="status">
      <NameButton userId={shown.id} className="font-medium">
        {shown.name}
      </NameButton>{" "}
      added you
    </p>
  );
}
