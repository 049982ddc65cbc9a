import { z } from "zod";
import { defineRoute, rateLimits } from "../route.ts";
import { companyChangeSchema, manifestSchema, setUpSchema, setUpStepSchema } from "./company-schemas.ts";

/** The company: how it is set up, what it is called and how it looks. */
export const companyRoutes = {
  getManifest: defineRoute({
    method: "GET",
    path: "/api/manifest",
    summary: "Get the web app manifest with the company's name and logo.",
    access: "public",
    rateLimit: rateLimits.publicRead,
    status: 200,
    response: manifestSchema,
    errors: [],
  }),
  getSetUp: defineRoute({
    method: "GET",
    path: "/api/admin/set-up",
    summary: "Get the company's name and branding, and its completed set-up steps.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: setUpSchema,
    errors: ["forbidden"],
  }),
  updateCompany: defineRoute({
    method: "PATCH",
    path: "/api/admin/company",
    summary: "Change the company's name, colour or logo. Omitted values stay.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: companyChangeSchema,
    status: 200,
    response: setUpSchema,
    errors: ["forbidden", "changed_meanwhile", "attachment_not_found"],
  }),
  skipSetUpStep: defineRoute({
    method: "PUT",
    path: "/api/admin/set-up/:step",
    summary: "Dismiss a set-up step, or restore it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ step: setUpStepSchema }),
    body: z.object({ isSkipped: z.boolean() }),
    status: 200,
    response: setUpSchema,
    errors: ["forbidden"],
  }),
};
