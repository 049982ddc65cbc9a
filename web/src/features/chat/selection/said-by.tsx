import type { Message } from "@atoll/contract/chat/schemas";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { rememberSaid, saidAttribute } from "./selected-text.ts";

/** Around the text of a message, so that what is selected in it is known to be the message's. */
export function SaidBy({ message, children }: { message: Message; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current) rememberSaid(element.current, message);
  }, [message]);
  return (
    <div ref={element} {...{ [saidAttribute]: "" }}>
      {children}
    </div>
  );
}
