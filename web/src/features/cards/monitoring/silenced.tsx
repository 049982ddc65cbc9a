import { matchesSilence, type Silence } from "@atoll/contract/cards/monitoring-schemas";
import type { Card } from "@atoll/contract/cards/schemas";
import { BellOff } from "lucide-react";
import { createContext, type ReactNode, use } from "react";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { useSilences } from "./monitoring-api.ts";

/** The silences of the section that is shown. */
const Silences = createContext<readonly Silence[]>([]);

/** Knows the silences of a section for all of its cards. */
export function WithSilences({ typeId, children }: { typeId: string; children: ReactNode }) {
  const { data } = useSilences(typeId);
  return <Silences value={data?.silences ?? []}>{children}</Silences>;
}

/** The silence that keeps an open alert from notifying, the last to end. It ends here when its time has come. */
export function useSilence(card: Card): Silence | undefined {
  const now = useNow().getTime();
  return use(Silences).findLast(
    (silence) =>
      card.stage !== "resolved" && Date.parse(silence.until) > now && matchesSilence(silence, card.data),
  );
}

/** Marks an alert that is silenced. */
export function SilencedBadge({ card }: { card: Card }) {
  const silence = useSilence(card);
  if (!silence) return null;
  return (
    <span title={`Silenced until ${formatInstant(silence.until)}: ${silence.reason}`}>
      <Badge tone="secondary" icon={BellOff}>
        Silenced
      </Badge>
    </span>
  );
}
