import type { Message } from "@atoll/contract/chat/schemas";
import { useLayoutEffect, useRef } from "react";
import { WrittenText, type WrittenTextProps } from "../../../capabilities/writing/markdown/written-text.tsx";
import { rememberSaid, saidAttribute } from "./selected-text.ts";

/** The text of a message, marked so that a selection in it is known to be the message's. */
export function SaidBy({ message, ...text }: { message: Message } & Omit<WrittenTextProps, "ref">) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current) rememberSaid(element.current, message);
  }, [message]);
  return <WrittenText ref={element} {...{ [saidAttribute]: "" }} {...text} />;
}
