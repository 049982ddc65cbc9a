import { type Act, recordAct } from "../../platform/audit.ts";
import { createTally } from "../../platform/log/tally.ts";
import type { Ground, RefusalListener } from "../../slice.ts";

/** Maximum pairs of person and route that are counted separately within a minute, more than a whole office needs. */
const maxKinds = 2_000;

/**
 * Records refused administrative requests in the audit log: the first at once, and further ones within a minute as a
 * count.
 */
export function recordRefusals({ db, log }: Ground): RefusalListener {
  const record = (act: Act, times: number) => recordAct(db, { ...act, after: { ...act.after, times } });
  const tally = createTally<Act>(
    async (counted) => {
      for (const { kind, times, sample } of counted) {
        // The first one is written.
        if (times === 1) continue;
        const act = kind === "others" ? several : sample;
        await record(act, times - 1).catch((error: unknown) =>
          log.error({ err: error }, "refusals of the administration are missing in the audit log"),
        );
      }
    },
    { maxKinds },
  );
  return {
    async hear({ viewer, route, error, request: { ip: address } }) {
      if (error.code !== "forbidden" || !route.path.startsWith("/api/admin/")) return;
      const request = `${route.method} ${route.path}`;
      const act: Act = {
        action: "administration.refused",
        actor: viewer && { id: viewer.id, name: viewer.name },
        address,
        subject: { type: "request", id: request, name: request },
        ...(error.detail ? { after: { reason: error.detail } } : {}),
      };
      if (tally.add(`${viewer?.id} ${request}`, act)) await record(act, 1);
    },
    stop: tally.report,
  };
}

const several: Act = { action: "administration.refused", actor: undefined, address: "" };
