import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { ArrowUp } from "lucide-react";
import { useState } from "react";
import { asText } from "../../../capabilities/fields/field-words.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { CardLink, type Opening } from "./card-link.tsx";
import type { findDrift } from "./find-drift.ts";

const words = { level: "Level", unknown: "No data", ahead: "Ahead", failing: "Waits for checks" } as const;

/** How far the last environment trails the one before it, and the way to close the gap. */
export function DriftCell({
  type,
  drift,
  opening,
}: {
  type: CardType;
  drift: ReturnType<typeof findDrift>;
  opening: Opening;
}) {
  if (drift.is === "behind") return <Promote key={drift.from.id} type={type} from={drift.from} />;
  if (drift.is === "requested")
    return (
      <CardLink cardId={drift.card.id} opening={opening} className="text-xs hover:underline">
        Requested
      </CardLink>
    );
  return <span className="text-muted text-xs">{words[drift.is]}</span>;
}

/** Requests the version for the last environment. Approval and freezes apply when the request goes live. */
function Promote({ type, from }: { type: CardType; from: Card }) {
  const viewer = useViewer();
  // One id per button: a request that is sent twice is one card.
  const [id] = useState(uuidv7);
  const [isSending, setIsSending] = useState(false);
  const { row = "", column = "", cell = "" } = type.options.layout;
  const target = type.fields.find(({ name }) => name === column)?.options?.at(-1) ?? "";
  const service = asText(from.data[row]);
  const version = asText(from.data[cell]);
  async function promote() {
    setIsSending(true);
    try {
      const data = { [row]: service, [column]: target, [cell]: version };
      const body = {
        id,
        title: `${service} ${version} to ${target}`.slice(0, 200),
        ownerId: viewer.id,
        data,
      };
      await call(routes.createCard, { params: { typeId: type.id }, body });
      notify.success(`${version} requested for ${target}`);
    } catch (error) {
      notify.error(errorMessage(error, "Failed to request the deployment"));
    }
    setIsSending(false);
  }
  return (
    <Button
      size="sm"
      icon={ArrowUp}
      loading={isSending}
      aria-label={`Promote ${service} ${version} to ${target}`}
      onClick={() => void promote()}
    >
      Promote
    </Button>
  );
}
