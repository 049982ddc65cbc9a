import { z } from "zod";
import type { GuardedRequest } from "../outbound/guarded-request.ts";
import { parseJson } from "../parse-json.ts";
import { ModelFailure } from "./model-failure.ts";
import { failureOf, type ModelServer, postToModel, type Waiting } from "./model-server.ts";

const maxBytes = 32_000_000;
const maxVectorWidth = 8192;

const answerSchema = z.object({
  data: z.array(
    z.object({
      index: z.int().min(0).optional(),
      // Servers that answer base64 although numbers were asked for are refused here.
      embedding: z.array(z.number()).min(1).max(maxVectorWidth),
    }),
  ),
});

/**
 * The vectors of texts, in their order and all of one width.
 * @throws {ModelFailure}, or the signal's reason.
 */
export async function embedTexts(
  request: GuardedRequest,
  server: ModelServer,
  { model, texts }: { model: string; texts: readonly string[] },
  waiting: Waiting,
): Promise<number[][]> {
  const body = { model, input: texts, encoding_format: "float" };
  const { content } = await postToModel(request, server, "embeddings", body, { ...waiting, maxBytes });
  const parts: Buffer[] = [];
  try {
    for await (const part of content) parts.push(part);
  } catch (error) {
    waiting.signal.throwIfAborted();
    throw failureOf(error);
  }
  return readVectors(Buffer.concat(parts).toString("utf8"), texts.length);
}

function readVectors(text: string, count: number): number[][] {
  let data: z.infer<typeof answerSchema>["data"];
  try {
    ({ data } = answerSchema.parse(parseJson(text)));
  } catch (error) {
    throw new ModelFailure("broken", "vectors that are not of the protocol", { cause: error });
  }
  const vectors: number[][] = [];
  for (const [place, { index = place, embedding }] of data.entries()) vectors[index] = embedding;
  const width = vectors[0]?.length;
  if (vectors.length !== count || data.length !== count || vectors.some((one) => one?.length !== width))
    throw new ModelFailure("broken", "another number or width of vectors than asked for");
  return vectors;
}
