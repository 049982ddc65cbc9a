import { useNavigate } from "@tanstack/react-router";
import type { AskLink } from "../../features/knowledge/parts/ask-link.ts";
import { buttonClass } from "../../ui/button/button-class.ts";
import { communityFaqs } from "../community-faqs/area.ts";
import { AddressLink } from "../page/address-link.tsx";

/** The way to ask the community; undefined as long as that area has no pages. */
export function useAskLink(): AskLink | undefined {
  const navigate = useNavigate();
  if (communityFaqs.routes.length === 0) return undefined;
  return (text, label = "Ask this") => (
    <AddressLink
      address={`/community-faqs/ask?${new URLSearchParams(text === "" ? {} : { title: text })}`}
      onOpen={(href) => void navigate({ href })}
      className={buttonClass({ size: "sm" })}
    >
      {label}
    </AddressLink>
  );
}
