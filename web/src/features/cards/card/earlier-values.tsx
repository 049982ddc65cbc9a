import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { Eraser } from "lucide-react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { Button } from "../../../ui/button/button.tsx";
import { cardChanges } from "../data/changes.ts";

/** Values that did not fit when an administrator changed the type of their field. They stay until somebody clears them. */
export function EarlierValues({ card, type }: { card: Card; type: CardType }) {
  const queue = useChanges(cardChanges);
  const fields = type.fields.filter(({ name }) => card.earlier[name]);
  if (fields.length === 0) return null;
  return (
    <section aria-label="Earlier values" className="flex flex-col gap-2">
      {fields.map(({ name, label }) => (
        <div key={name} className="flex items-start gap-3 rounded-md border border-dashed p-3 text-sm">
          <div className="min-w-0 flex-1">
            <h3 className="font-semibold text-xs">{label}: Earlier value</h3>
            {card.earlier[name]?.map((text) => (
              <p key={text} className="whitespace-pre-wrap wrap-anywhere">
                {text}
              </p>
            ))}
            <p className="mt-1 text-muted text-xs">It did not fit when the type of this field was changed.</p>
          </div>
          <Button
            size="sm"
            icon={Eraser}
            aria-label={`Clear the earlier value of ${label}`}
            onClick={() =>
              queue.change({
                about: [card.id],
                title: card.title,
                said: `Earlier value of ${label} cleared`,
                change: { act: "change", set: { clearEarlier: [name] } },
              })
            }
          >
            Clear
          </Button>
        </div>
      ))}
    </section>
  );
}
