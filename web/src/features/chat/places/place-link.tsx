import type { ComponentPropsWithRef, MouseEvent } from "react";
import { type ChatPlace, placePath } from "./chat-place.ts";

export interface PlaceLinkProps extends Omit<ComponentPropsWithRef<"a">, "href"> {
  place: ChatPlace;
  onGo: (place: ChatPlace) => void;
}

/** A real link, so that a place can be opened in another tab. A plain click stays on this page. */
export function PlaceLink({ place, onGo, ...rest }: PlaceLinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain) return;
    event.preventDefault();
    onGo(place);
  }
  return <a {...rest} href={placePath(place)} onClick={follow} />;
}
