import { z } from "zod";

const begunSchema = z.object({ title: z.string(), description: z.string(), location: z.string() });
export type BegunTexts = z.infer<typeof begunSchema>;

/** What was typed of a new event and not sent, as its draft holds it; empty where nothing was. */
export function writeBegun(texts: BegunTexts): string {
  return Object.values(texts).every((text) => text.trim() === "") ? "" : JSON.stringify(texts);
}

export function readBegun(text: string): BegunTexts | undefined {
  if (text === "") return undefined;
  try {
    return begunSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
