import type { ModelSettings } from "@atoll/contract/ask-ai/model-schemas";
import type { Selectable } from "kysely";
import type { ModelServer } from "../../../platform/language-model/model-server.ts";
import type { Database, Tables } from "../../../tables.ts";
import { sealedColumn } from "../../identity/public.ts";

export type ModelRow = Selectable<Tables["ask_model"]>;

/** The key of the model's server, encrypted. */
export const modelKey = sealedColumn("ask_model", "ask-ai model key", "sealed_key");

export function selectModel(db: Database): Promise<ModelRow> {
  return db.selectFrom("ask_model").selectAll().executeTakeFirstOrThrow();
}

export function presentModel(row: ModelRow): ModelSettings {
  return {
    isOn: row.is_on,
    address: row.address,
    isHostAllowed: row.is_host_allowed,
    chatModel: row.chat_model,
    embeddingModel: row.embedding_model,
    contextTokens: row.context_tokens,
    personDailyAnswers: row.person_daily_answers,
    companyDailyAnswers: row.company_daily_answers,
    historyDays: row.history_days,
    hasKey: row.sealed_key !== null,
    version: row.version,
  };
}

/** The name under which vectors of the model in the settings are stored; empty without one, or while answers are off. */
export function vectorModelOf({ is_on, address, embedding_model }: ModelRow): string {
  return is_on && embedding_model !== "" ? `${embedding_model}@${address}` : "";
}

/** The server that the settings lead to, with its key. */
export async function modelServerOf(db: Database, row: ModelRow): Promise<ModelServer> {
  return { address: row.address, isHostAllowed: row.is_host_allowed, key: await openKey(db, row) };
}

/** Encrypts the key for storage. */
export async function sealKey(tx: Database, modelId: string, key: string) {
  const { sealed, key_id } = await modelKey.seal(tx, modelId, key);
  return { sealed_key: sealed, key_id };
}

async function openKey(db: Database, { id, sealed_key, key_id }: ModelRow): Promise<string | undefined> {
  if (sealed_key === null || key_id === null) return undefined;
  return modelKey.open(db, { id, sealed: sealed_key, key_id });
}
