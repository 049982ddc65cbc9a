import { askModelRoutes } from "@atoll/contract/ask-ai/model-routes";
import type { modelChangeSchema } from "@atoll/contract/ask-ai/model-schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { recordAct } from "../../../platform/audit.ts";
import { createGuardedRequest } from "../../../platform/outbound/guarded-request.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { assertAdministrator, changeAlone } from "../../identity/public.ts";
import { readState, readUsage } from "../usage.ts";
import { modelIdleMs } from "./model-patience.ts";
import { probeModel } from "./probe-model.ts";
import { type ModelRow, modelServerOf, presentModel, sealKey, selectModel } from "./settings.ts";

/** The language model of Ask AI, for administrators. */
export function registerAskModel(context: SliceContext): void {
  const { routes, db, outbound } = context;
  const request = createGuardedRequest(outbound);

  routes.route(askModelRoutes.getModelState, (_input, { viewer }) => readState(db, viewer.id));

  routes.route(askModelRoutes.getModelSettings, async (_input, { viewer }) => {
    assertAdministrator(viewer);
    return presentModel(await selectModel(db));
  });

  routes.route(askModelRoutes.setModelSettings, async ({ body }, { viewer, request: { ip } }) => {
    assertAdministrator(viewer);
    return presentModel(await setModel(db, { viewer, address: ip }, body));
  });

  routes.route(askModelRoutes.testModel, async (_input, { viewer, disconnected }) => {
    assertAdministrator(viewer);
    const row = await selectModel(db);
    if (row.address === "" || row.chat_model === "") throw new AppError("model_not_set");
    const waiting = { signal: disconnected(), idleMs: modelIdleMs(context) };
    return { results: await probeModel(request, await modelServerOf(db, row), row, waiting) };
  });

  routes.route(askModelRoutes.getModelUsage, async (_input, { viewer }) => {
    assertAdministrator(viewer);
    return readUsage(db, (ids) => context.people.of(ids));
  });
}

type ModelChange = z.output<typeof modelChangeSchema>;

/**
 * Stores how Ask AI reaches its model. A key goes to the host that it was entered for and to no other: when the address
 * leads elsewhere and no key comes with it, the stored one is forgotten.
 * @throws {AppError} `forbidden`, `changed_meanwhile`.
 */
function setModel(
  db: Database,
  { viewer, address }: { viewer: RequestViewer; address: string },
  { version, key, ...change }: ModelChange,
): Promise<ModelRow> {
  return changeAlone(db, viewer, async (tx, current) => {
    assertAdministrator(current);
    const before = await selectModel(tx);
    assertNotChanged(before, version);
    const isElsewhere = originOf(change.address) !== originOf(before.address);
    const newKey = key === undefined && isElsewhere ? null : key;
    const after = await tx
      .updateTable("ask_model")
      .set({
        is_on: change.isOn,
        address: change.address,
        is_host_allowed: change.isHostAllowed,
        chat_model: change.chatModel,
        embedding_model: change.embeddingModel,
        context_tokens: change.contextTokens,
        person_daily_answers: change.personDailyAnswers,
        company_daily_answers: change.companyDailyAnswers,
        history_days: change.historyDays,
        version: version + 1,
        updated_at: sql<Date>`now()`,
        ...(newKey === null ? { sealed_key: null, key_id: null } : {}),
        ...(typeof newKey === "string" ? await sealKey(tx, before.id, newKey) : {}),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAct(tx, {
      action: "ask-ai.model-changed",
      actor: { id: current.id, name: current.name },
      address,
      subject: { type: "ask-ai-model", id: before.id, name: "Ask AI" },
      ...changedParts(before, after, typeof newKey === "string"),
    });
    return after;
  });
}

/** The fields that changed. Of the key only that it is another one. */
function changedParts(before: ModelRow, after: ModelRow, isKeyNew: boolean) {
  const [was, is] = [presentModel(before), presentModel(after)];
  const changed = (Object.keys(is) as (keyof typeof is)[]).filter(
    (field) => field !== "version" && was[field] !== is[field],
  );
  const pick = (from: typeof is) => Object.fromEntries(changed.map((field) => [field, from[field]]));
  return { before: pick(was), after: { ...pick(is), ...(isKeyNew ? { key: "replaced" } : {}) } };
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : "";
}
