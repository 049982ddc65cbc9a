import { z } from "zod";
import { defineRoute, rateLimits } from "../route.ts";
import { companyChangeSchema, manifestSchema, setUpSchema, setUpStepSchema } from "./company-schemas.ts";

/** The company: how it is set up, what it is called and how it looks. */
export const companyRoutes = {
  getManifest: defineRoute({
    method: "GET",
    path: "/api/manifest",
    summary: "What a browser installs the app by, with the company's name and logo.",
    access: "public",
    rateLimit: rateLimits.publicRead,
    status: 200,
    response: manifestSchema,
    errors: [],
  }),
  getSetUp: defineRoute({
    method: "GET",
    path: "/api/admin/set-up",
    summary: "What the company is called and how it looks, and which steps of setting it up are done.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: setUpSchema,
    errors: ["forbidden"],
  }),
  updateCompany: defineRoute({
    method: "PATCH",
    path: "/api/admin/company",
    summary: "Change the company's name, colour or logo; what is left out stays.",
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
    summary: "Put a step of setting the company up aside, or bring it back.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ step: setUpStepSchema }),
    body: z.object({ isSkipped: z.boolean() }),
    status: 200,
    response: setUpSchema,
    errors: ["forbidden"],
  }),
};
