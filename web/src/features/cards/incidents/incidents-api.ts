import { incidentRoutes as routes } from "@atoll/contract/cards/incident-routes";
import type {
  Incident,
  IncidentChange,
  IncidentUpdate,
  NewIncident,
  NewIncidentReport,
  OpenIncident,
} from "@atoll/contract/cards/incident-schemas";
import type { EventPayload } from "@atoll/contract/events";
import type { Person } from "@atoll/contract/people/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";

const keyOf = (incidentId: string) => ["cards", "incident", incidentId];
const idOf = ({ id }: Incident) => id;

/** Pure: what an event about an incident makes of a list of its section. */
const ofType =
  (typeId: string) =>
  <Data>(data: Data, event: EventPayload<"incident.changed">) =>
    event.typeId === typeId ? refetch() : data;

/** An incident in a list. */
export type ListedIncident = Incident & { commander: Person | undefined };

/** The incidents of a section, open or resolved, the newest first. */
export function useIncidents(typeId: string, state: "open" | "resolved") {
  return usePages<ListedIncident>({
    queryKey: ["cards", "incidents", typeId, state],
    async fetchPage(cursor, options) {
      const of = { params: { typeId }, query: { state, cursor } };
      const { items, nextCursor, people } = await call(routes.listIncidents, of, options);
      const withCommander = (incident: Incident): ListedIncident => ({
        ...incident,
        commander: people.find(({ id }) => id === incident.commanderId),
      });
      return { items: items.map(withCommander), nextCursor };
    },
    keyOf: idOf,
    on: { "incident.changed": ofType(typeId), "section.changed": refetch },
  });
}

/** The latest incidents of an alert. */
export function useIncidentsOfCard(typeId: string, cardId: string) {
  return useLiveQuery({
    queryKey: ["cards", "incidents-of", cardId],
    queryFn: ({ signal }) => call(routes.listIncidentsOfCard, { params: { cardId } }, { signal }),
    on: { "incident.changed": ofType(typeId) },
  });
}

/** An incident with its timeline. Its alerts are those of their section. */
export function useIncident(incidentId: string) {
  return useLiveQuery({
    queryKey: keyOf(incidentId),
    queryFn: ({ signal }) => call(routes.readIncident, { params: { incidentId } }, { signal }),
    on: {
      "incident.changed": (data, event) => (event.incidentId === incidentId ? refetch() : data),
      "service-status.changed": refetch,
      "section.changed": refetch,
      "card.changed": (data, { card }) => (data.alerts.some(({ id }) => id === card.id) ? refetch() : data),
      "card.gone": (data, { cardId }) => (data.alerts.some(({ id }) => id === cardId) ? refetch() : data),
    },
  });
}

export const openIncident = (typeId: string, body: NewIncident) =>
  call(routes.openIncident, { params: { typeId }, body });

/** Writes to an incident, and shows it as it is afterwards. */
export function useIncidentWrites(incidentId: string) {
  const queryClient = useQueryClient();
  const params = { incidentId };
  const show = (opened: OpenIncident) => queryClient.setQueryData(keyOf(incidentId), opened);
  const writes = {
    refetch: () => queryClient.invalidateQueries({ queryKey: keyOf(incidentId) }),
    change: async (body: IncidentChange) => show(await call(routes.changeIncident, { params, body })),
    link: async (body: { linked?: string[]; unlinked?: string[] }) =>
      show(await call(routes.linkAlerts, { params, body })),
    postUpdate: async (body: IncidentUpdate) => show(await call(routes.postUpdate, { params, body })),
    saveReport: async (body: NewIncidentReport) => show(await call(routes.saveReport, { params, body })),
    createTasks: async () => show(await call(routes.createFollowUpTasks, { params })),
  };
  /** Says why a write failed, and shows the incident as it is. */
  const report = async (write: Promise<unknown>, failure: string) => {
    try {
      await write;
    } catch (error) {
      notify.error(errorMessage(error, failure));
      await writes.refetch();
    }
  };
  return { ...writes, report };
}
