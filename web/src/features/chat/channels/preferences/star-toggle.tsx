import type { Channel } from "@atoll/contract/chat/schemas";
import { Star } from "lucide-react";
import { cx } from "../../../../ui/base/cx.ts";
import { IconButton } from "../../../../ui/button/icon-button.tsx";
import { useStar } from "./use-star.ts";

/** A button next to a chat's name that stars or unstars it. */
export function StarToggle({ channel }: { channel: Channel }) {
  const star = useStar();
  return (
    <IconButton
      label={channel.isStarred ? "Remove star" : "Star"}
      icon={Star}
      size="xs"
      className={cx(
        "-my-1 max-md:-ml-2",
        channel.isStarred && "[&_svg]:fill-current [&_svg]:text-highlight-bright",
      )}
      onClick={() => star(channel)}
    />
  );
}
