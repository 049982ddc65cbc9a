import { AddressLink } from "../../capabilities/links/address-link.tsx";
import type { AskLink } from "../../features/knowledge/shared/ask-link.ts";
import { buttonClass } from "../../ui/button/button-class.ts";

/** The way to ask the community. */
export const askLink: AskLink = (text, label = "Ask this") => (
  <AddressLink
    address={`/community-faqs/ask?${new URLSearchParams(text === "" ? {} : { title: text })}`}
    className={buttonClass({ size: "sm" })}
  >
    {label}
  </AddressLink>
);
