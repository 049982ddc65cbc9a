import type { modelChangeSchema } from "@atoll/contract/ask-ai/model-schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { RequestViewer } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { changeAlone } from "../../identity/access.ts";
import { assertMaySetUpModel } from "./policy.ts";
import { type ModelRow, presentModel, sealKey, selectModel } from "./settings.ts";

type ModelChange = z.output<typeof modelChangeSchema>;

/**
 * Stores how Ask AI reaches its model. A key goes to the host that it was entered for and to no other: when the address
 * leads elsewhere and no key comes with it, the stored one is forgotten.
 * @throws {AppError} `forbidden`, `changed_meanwhile`.
 */
export function setModel(
  db: Database,
  { viewer, address }: { viewer: RequestViewer; address: string },
  { version, key, ...change }: ModelChange,
): Promise<ModelRow> {
  return changeAlone(db, viewer, async (tx, current) => {
    assertMaySetUpModel(current);
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
