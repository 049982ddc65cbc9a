import { lazyPart } from "../../../ui/base/lazy-part.ts";
import { LazyView as LazyPartView } from "../../../ui/state/lazy-view.tsx";
import type { ChatViewScreenProps } from "./chat-view-screen.tsx";

const part = lazyPart(() => import("./chat-view-screen.tsx"));

/** A list of messages from several channels, which is not part of the first load. */
export function LazyView(props: ChatViewScreenProps) {
  return (
    <LazyPartView part={part} skeleton={<div className="flex-1" aria-busy="true" />}>
      {({ ChatViewScreen }) => <ChatViewScreen {...props} />}
    </LazyPartView>
  );
}
