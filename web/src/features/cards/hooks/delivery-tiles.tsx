import { deliveryDays } from "@atoll/contract/cards/limits";
import { formatNumber } from "../../../lib/format-number.ts";
import { FigureTile } from "../../../ui/chart/figure-tile.tsx";
import { useDelivery } from "./hooks-api.ts";

const perHour = 60;
const perDay = 24;

/** The four figures of DORA for Production. A figure without anything linked is unknown, and never zero. */
export function DeliveryTiles({ slug }: { slug: string }) {
  const { data } = useDelivery(slug);
  if (!data) return null;
  const { frequency, leadHours, failureRate, failed, restoreMinutes } = data;
  return (
    <div className="grid flex-none grid-cols-4 gap-4 max-xl:grid-cols-2 max-md:gap-2">
      <FigureTile
        label="Deploy frequency"
        figure={frequency.value === null ? "Unknown" : frequencyWords(frequency.value)}
        definition={`Deployments to Production that went live in the last ${deliveryDays} days`}
      >
        {formatNumber(frequency.of)} in {deliveryDays} days
      </FigureTile>
      <FigureTile
        label="Lead time for changes"
        figure={leadHours.value === null ? "Unknown" : spanWords(leadHours.value * perHour)}
        definition="Median from the commit to the deployment, where a pipeline has reported the commit"
      >
        {leadHours.of === 0
          ? "No deployment has a known commit"
          : `Median of ${leadHours.of} of ${frequency.of} deployments`}
      </FigureTile>
      <FigureTile
        label="Change failure rate"
        figure={
          failureRate.value === null
            ? "Unknown"
            : `${formatNumber(Math.round(failureRate.value * 1000) / 10)}%`
        }
        definition="Deployments that were marked as failing after they went live"
      >
        {failed} of {failureRate.of}
      </FigureTile>
      <FigureTile
        label="Time to restore"
        figure={restoreMinutes.value === null ? "Unknown" : spanWords(restoreMinutes.value)}
        definition="Median time from a failure to its fix or replacement"
      >
        {restoreMinutes.of === 0 ? "No failure is over" : `Median of ${restoreMinutes.of}`}
      </FigureTile>
    </div>
  );
}

function frequencyWords(aDay: number): string {
  return aDay >= 1 ? `${aDay.toFixed(1)} a day` : `${(aDay * 7).toFixed(1)} a week`;
}

function spanWords(minutes: number): string {
  if (minutes < perHour) return `${Math.round(minutes)} min`;
  const hours = minutes / perHour;
  return hours < perDay * 2 ? `${hours.toFixed(1)} h` : `${(hours / perDay).toFixed(1)} days`;
}
