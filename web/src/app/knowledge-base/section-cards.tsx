import type { SectionBlock } from "@atoll/contract/documents/section-block";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useMemo } from "react";
import {
  HiddenSection,
  SectionCardsContext,
  type SectionCardsParts,
} from "../../capabilities/documents/section-cards.tsx";
import { findSectionName } from "../../features/cards/data/own-sections.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";

/** Only pages that show cards load them. */
const cards = lazyPart(() => import("../../features/cards/embedded/embedded-cards.tsx"));
const picker = lazyPart(() => import("../../features/cards/embedded/section-picker.tsx"));

/** Lets the texts in it show the cards of sections. */
export function WithSectionCards({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const parts = useMemo<SectionCardsParts>(
    () => ({ Cards, Picker, findName: (id) => findSectionName(queryClient, id) }),
    [queryClient],
  );
  return <SectionCardsContext value={parts}>{children}</SectionCardsContext>;
}

function Cards(block: SectionBlock) {
  const navigate = useNavigate();
  // Guests have no sections.
  const { isGuest } = useViewer();
  const part = useLazyPart(cards, !isGuest, () => undefined);
  if (isGuest) return <HiddenSection />;
  if (!part) return <RowSkeletons label="Loading the cards" mark={28} rowClassName="py-2" />;
  return <part.EmbeddedCards {...block} onGo={(href) => void navigate({ href })} />;
}

function Picker(props: ComponentProps<SectionCardsParts["Picker"]>) {
  const part = useLazyPart(picker, true, props.onClose);
  return part ? <part.SectionPicker {...props} /> : null;
}
