import type { ModelSettings } from "@atoll/contract/ask-ai/model-schemas";
import type { Selectable } from "kysely";
import type { ModelServer } from "../../../platform/language-model/model-server.ts";
import { openText, sealText } from "../../../platform/sealed-text.ts";
import type { Database, Tables } from "../../../tables.ts";
import { findSealingKey, newestSealingKey } from "../../identity/access.ts";

export type ModelRow = Selectable<Tables["ask_model"]>;

const purpose = "ask-ai model key";

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

/** The key as it is stored, encrypted with the newest of the server's own keys. */
export async function sealKey(tx: Database, modelId: string, key: string) {
  const { id, secret } = await newestSealingKey(tx);
  return { sealed_key: sealText(secret, purpose, modelId, key), key_id: id };
}

/** Encrypts the key again after the server's own key was replaced, so that the older one soon opens nothing. */
export async function resealKey(tx: Database): Promise<void> {
  const { id: newest } = await newestSealingKey(tx);
  const row = await tx.selectFrom("ask_model").selectAll().forUpdate().executeTakeFirstOrThrow();
  const key = await openKey(tx, row);
  if (key === undefined || row.key_id === newest) return;
  await tx
    .updateTable("ask_model")
    .set(await sealKey(tx, row.id, key))
    .execute();
}

async function openKey(db: Database, { id, sealed_key, key_id }: ModelRow): Promise<string | undefined> {
  if (sealed_key === null || key_id === null) return undefined;
  const { secret } = await findSealingKey(db, key_id);
  return openText(secret, purpose, id, sealed_key);
}
