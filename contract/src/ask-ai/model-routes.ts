import { z } from "zod";
import { defineRoute, rateLimits } from "../route.ts";
import { modelChangeSchema, modelSettingsSchema, probeResultSchema, usageSchema } from "./model-schemas.ts";

/** The language model behind Ask AI: set up by administrators. */
export const askModelRoutes = {
  getModelState: defineRoute({
    method: "GET",
    path: "/api/ask-ai/model",
    summary: "Whether a language model writes answers.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ isOn: z.boolean() }),
    errors: [],
  }),
  getModelSettings: defineRoute({
    method: "GET",
    path: "/api/admin/ask-ai/model",
    summary: "How Ask AI reaches its language model.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: modelSettingsSchema,
    errors: ["forbidden"],
  }),
  setModelSettings: defineRoute({
    method: "PUT",
    path: "/api/admin/ask-ai/model",
    summary:
      "Set up the language model of Ask AI. A stored key is forgotten when the address leads to another host and no key comes with it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: modelChangeSchema,
    status: 200,
    response: modelSettingsSchema,
    errors: ["forbidden", "changed_meanwhile"],
  }),
  testModel: defineRoute({
    method: "POST",
    path: "/api/admin/ask-ai/model/tests",
    summary: "Try the language model that is set up: streaming, usage, the length of prompts, and vectors.",
    access: "signed-in",
    rateLimit: { max: 20, windowSeconds: 60, by: "viewer" },
    status: 200,
    response: z.object({ results: z.array(probeResultSchema) }),
    errors: ["forbidden", "model_not_set"],
  }),
  getModelUsage: defineRoute({
    method: "GET",
    path: "/api/admin/ask-ai/usage",
    summary: "How much Ask AI was used in the last 30 days. No question is shown.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: usageSchema,
    errors: ["forbidden"],
  }),
};
