import { z } from "zod";
import { nameSchema } from "../text/names.ts";

/** A colour of a company, as `#rrggbb`. */
export const colourPattern = /^#[0-9a-f]{6}$/;

/** The steps by which a company moves in, in their order. */
export const setUpStepSchema = z.enum(["you", "company", "departments", "people", "channel"]);
export type SetUpStepName = z.infer<typeof setUpStepSchema>;

/** The days of the week on which a company works: 1 for Monday to 7 for Sunday. */
const workingDaysSchema = z
  .array(z.int().min(1).max(7))
  .min(1, "Choose at least one working day")
  .max(7)
  .refine((days) => new Set(days).size === days.length, "Each day can be chosen once");

/** The set-up state that administrators see. */
export const setUpSchema = z.object({
  company: z.object({
    /** Null: as the server is configured. */
    name: z.string().nullable(),
    /** The name that is shown when the company has set none. */
    configuredName: z.string(),
    /** As `#rrggbb`; null: Atoll's own. */
    colour: z.string().nullable(),
    logo: z.string().nullable(),
    workingDays: z.array(z.int()),
    version: z.number().int(),
  }),
  steps: z.array(
    z.object({
      step: setUpStepSchema,
      /** Detected from the data, no matter who did it or where. */
      isDone: z.boolean(),
      isSkipped: z.boolean(),
    }),
  ),
});
export type SetUp = z.infer<typeof setUpSchema>;

export const companyNameSchema = nameSchema(60);
const colourSchema = z.string().trim().toLowerCase().regex(colourPattern, "Use a colour such as #0a7470");

export const companyChangeSchema = z.object({
  /** The one that was looked at. */
  version: z.number().int(),
  /** Null: as the server is configured. */
  name: companyNameSchema.nullable().optional(),
  colour: colourSchema.nullable().optional(),
  workingDays: workingDaysSchema.optional(),
  /** A picture that was uploaded as `company-logo`; null: none. */
  logoId: z.uuid().nullable().optional(),
});

const manifestIconSchema = z.object({
  src: z.string(),
  sizes: z.string(),
  type: z.string(),
  purpose: z.string().optional(),
});

/** The web app manifest, with which a browser installs the app. */
export const manifestSchema = z.object({
  name: z.string(),
  short_name: z.string(),
  description: z.string(),
  id: z.string(),
  start_url: z.string(),
  scope: z.string(),
  display: z.string(),
  background_color: z.string(),
  theme_color: z.string(),
  icons: z.array(manifestIconSchema),
  lang: z.string(),
  categories: z.array(z.string()),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string(), icons: z.array(manifestIconSchema) })),
  share_target: z.object({
    action: z.string(),
    method: z.literal("POST"),
    enctype: z.literal("multipart/form-data"),
    params: z.object({
      title: z.string(),
      text: z.string(),
      url: z.string(),
      files: z.array(z.object({ name: z.string(), accept: z.array(z.string()) })),
    }),
  }),
  protocol_handlers: z.array(z.object({ protocol: z.string(), url: z.string() })),
  file_handlers: z.array(
    z.object({
      action: z.string(),
      accept: z.record(z.string(), z.array(z.string())),
      launch_type: z.string(),
    }),
  ),
  launch_handler: z.object({ client_mode: z.array(z.string()) }),
});
