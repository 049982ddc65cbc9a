import { embedTexts } from "../../../platform/language-model/embed-texts.ts";
import { ModelFailure } from "../../../platform/language-model/model-failure.ts";
import type { GuardedRequest } from "../../../platform/outbound/guarded-request.ts";
import type { QuestionVector } from "../../../platform/search/near-vectors.ts";
import { encodeVector } from "../../../platform/search/vector-code.ts";
import type { SliceContext } from "../../../slice.ts";
import { modelServerOf, selectModel } from "../model/settings.ts";

/** Passages do not wait longer for a vector: then they are found by words only. */
const longestMs = 2_000;

/**
 * The vector of a question; undefined where no vectors are in use, or the model's server gives none that fits. It is kept
 * nowhere.
 */
export async function embedQuestion(
  { db, log, patience }: Pick<SliceContext, "db" | "log" | "patience">,
  request: GuardedRequest,
  question: string,
): Promise<QuestionVector | undefined> {
  const row = await selectModel(db);
  const { vector_model: model, vector_width: width, embedding_model } = row;
  // While another model is filled in, questions go to the one whose vectors are in use, which only its server knows.
  const inUse = inUseOf(row);
  if (model === "" || width === null || embedding_model === "" || !inUse) return undefined;
  const idleMs = Math.min(longestMs, patience?.modelMs ?? longestMs);
  try {
    const signal = AbortSignal.timeout(idleMs);
    const texts = [question];
    const [vector] = await embedTexts(
      request,
      await modelServerOf(db, row),
      { model: inUse, texts },
      { signal, idleMs },
    );
    if (vector?.length !== width) throw new ModelFailure("broken", "a vector of another width than before");
    return { model, ...encodeVector(vector) };
  } catch (error) {
    log.warn({ err: error }, "a question has no vector, and is answered by its words");
    return undefined;
  }
}

/** The name of the model whose vectors are in use; undefined where another server is set up since. */
function inUseOf({ address, vector_model }: { address: string; vector_model: string }): string | undefined {
  const end = `@${address}`;
  return vector_model.endsWith(end) ? vector_model.slice(0, -end.length) : undefined;
}
