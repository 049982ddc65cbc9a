import { identityRoutes } from "@atoll/contract/identity/routes";
import { recordAct } from "../../platform/audit.ts";
import { createTally } from "../../platform/log/tally.ts";
import type { Ground, RefusalListener } from "../../slice.ts";

/**
 * Counts sign-in attempts that were rejected by the rate limit, for the audit log: one entry a minute for each email
 * and address, with the number of attempts. Attempts that were checked have one entry each; see sign-in.ts.
 */
export function countHeldSignIns({ db, log }: Ground): RefusalListener {
  const tally = createTally<{ email: string; address: string }>(async (counted) => {
    for (const { kind, times, sample } of counted) {
      const { email, address } = kind === "others" ? { email: "several", address: "" } : sample;
      await recordAct(db, {
        action: "session.refused",
        actor: undefined,
        address,
        subject: { type: "user", id: "", name: email },
        after: { reason: "rate_limited", times },
      }).catch((error: unknown) =>
        log.error({ err: error }, "refused sign-ins are missing in the audit log"),
      );
    }
  });
  return {
    async hear({ route, error, request }) {
      if (route !== identityRoutes.createToken || error.code !== "rate_limited") return;
      const email = identityRoutes.createToken.body.safeParse(request.body).data?.email?.toLowerCase();
      if (email !== undefined) tally.add(`${email} ${request.ip}`, { email, address: request.ip });
    },
    stop: tally.report,
  };
}
