import { z } from "zod";
import { defineRoute, rateLimits } from "../route.ts";
import {
  modelChangeSchema,
  modelSettingsSchema,
  modelStateSchema,
  probeResultSchema,
  usageSchema,
} from "./model-schemas.ts";

/** The language model behind Ask AI: set up by administrators. */
export const askModelRoutes = {
  getModelState: defineRoute({
    method: "GET",
    path: "/api/ask-ai/model",
    summary:
      "Get whether a language model writes answers, how long conversations are kept, and the viewer's limit.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: modelStateSchema,
    errors: [],
  }),
  getModelSettings: defineRoute({
    method: "GET",
    path: "/api/admin/ask-ai/model",
    summary: "Get the language model settings of Ask AI.",
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
      "Change the language model settings of Ask AI. The stored key is deleted if the host changes and no new key is sent.",
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
    summary: "Test the configured language model: streaming, usage, prompt length and vectors.",
    access: "signed-in",
    rateLimit: { max: 20, windowSeconds: 60, by: "viewer" },
    status: 200,
    response: z.object({ results: z.array(probeResultSchema) }),
    errors: ["forbidden", "model_not_set"],
  }),
  getModelUsage: defineRoute({
    method: "GET",
    path: "/api/admin/ask-ai/usage",
    summary: "Get the usage of Ask AI in the last 30 days by day and by person, without questions.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: usageSchema,
    errors: ["forbidden"],
  }),
};
