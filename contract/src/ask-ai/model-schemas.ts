import { z } from "zod";
import { instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { contextTokens, dailyAnswers, historyDays } from "./limits.ts";

const addressHelp = "Enter an address such as https://models.example.com/v1";

/** The address of a server that speaks the OpenAI protocol, as `https://models.example.com/v1`. */
const modelAddressSchema = z
  .url({ protocol: /^https?$/, error: addressHelp })
  .max(500)
  .regex(/^[^?#@\\]*$/, addressHelp);

const modelNameSchema = z
  .string()
  .trim()
  .max(200, "A name can have at most 200 characters")
  .regex(/^[\x20-\x7e]*$/, "Enter the name as the server lists it");

/** How Ask AI reaches its model. An empty address: none is set up. */
const modelFields = {
  /** The switch for the whole company. */
  isOn: z.boolean(),
  address: z.union([z.literal(""), modelAddressSchema]),
  /** The server is in the company's own network, or on this machine. */
  isHostAllowed: z.boolean(),
  chatModel: modelNameSchema,
  embeddingModel: modelNameSchema,
  contextTokens: z.int().min(contextTokens.min).max(contextTokens.max),
  personDailyAnswers: z.int().min(1).max(dailyAnswers.max),
  companyDailyAnswers: z.int().min(1).max(dailyAnswers.max),
  /** A conversation is deleted this many days after its last question. */
  historyDays: z.int().min(historyDays.min).max(historyDays.max),
};

/** The state of Ask AI for everyone who asks. */
export const modelStateSchema = z.object({
  /** A language model writes answers. */
  isOn: z.boolean(),
  historyDays: z.int(),
  /** The answers that the viewer has had written today. */
  answersToday: z.int().min(0),
  personDailyAnswers: z.int(),
});
export type ModelState = z.infer<typeof modelStateSchema>;

/** The settings as administrators see them; the key is never shown again. */
export const modelSettingsSchema = z.object({ ...modelFields, hasKey: z.boolean(), version: z.int() });
export type ModelSettings = z.infer<typeof modelSettingsSchema>;

export const modelChangeSchema = z
  .object({
    ...modelFields,
    /** The one that was looked at. */
    version: z.int(),
    /** Null: none. Left out: the one that is stored stays, as long as it is sent to the same host. */
    key: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .regex(/^[\x21-\x7e]+$/, "A key has no spaces and no special letters")
      .nullable()
      .optional(),
  })
  .refine(({ isOn, address, chatModel }) => !isOn || (address !== "" && chatModel !== ""), {
    path: ["isOn"],
    message: "Enter an address and a model for answers first",
  });

/** The steps of the model test. */
export const modelProbes = ["stream", "usage", "window", "vectors"] as const;

export const probeResultSchema = z.object({
  probe: z.enum(modelProbes),
  state: z.enum(["passed", "warning", "failed", "skipped"]),
  /** In words for administrators. */
  text: z.string(),
});
export type ProbeResult = z.infer<typeof probeResultSchema>;

/** Off: no model for vectors. Filling: texts are found by words, or by the vectors of the model before, until all have one. */
const vectorStates = ["off", "filling", "ready"] as const;

export const usageSchema = z.object({
  vectors: z.object({
    state: z.enum(vectorStates),
    /** Texts that have a vector of the model that is set. */
    done: z.int(),
    total: z.int(),
    /** Why the last try to fill failed, in words for administrators; null: it did not. */
    failure: z.string().nullable(),
  }),
  /** The last 30 days that had answers, the newest first. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      people: z.int(),
      answers: z.int(),
      failed: z.int(),
      promptTokens: z.int(),
      answerTokens: z.int(),
    }),
  ),
  /** The people with the most answers in this period, the most first. Their questions are not part of it. */
  people: z.array(
    z.object({
      person: personSchema,
      answers: z.int(),
      failed: z.int(),
      promptTokens: z.int(),
      answerTokens: z.int(),
      answersToday: z.int(),
    }),
  ),
  /** The limits of a day, and how much of the company's is used. */
  limits: z.object({ personDaily: z.int(), companyDaily: z.int(), companyToday: z.int() }),
  /** The feedback on answers in this period. */
  helpful: z.int(),
  unhelpful: z.int(),
  /** When the oldest day counted began. */
  since: instantSchema,
});
export type ModelUsage = z.infer<typeof usageSchema>;
