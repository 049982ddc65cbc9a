import { passkeyNameMaxLength } from "@atoll/contract/identity/passkey-schemas";
import type { Viewer } from "@atoll/contract/identity/schemas";
import { nameSchema } from "@atoll/contract/text/names";
import { z } from "zod";
import { useForm } from "../../../lib/form/use-form.ts";
import { addPasskey } from "./api.ts";

const schema = z.object({ currentPassword: z.string(), name: nameSchema(passkeyNameMaxLength) });

/** The form that adds a passkey of this device, for the dialog in the settings and the page that asks for one. */
export function useAddPasskeyForm(viewer: Viewer, onAdded: () => void) {
  return useForm({
    values: { currentPassword: "", name: deviceName() },
    schema,
    send: async (given) => {
      await addPasskey(viewer, given);
      onAdded();
    },
    fallback: "Failed to add the passkey",
  });
}

/** A first name for a passkey: what this device is, as far as browsers say it. */
function deviceName(): string {
  const { userAgent } = navigator;
  return devices.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "This device";
}

const devices: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android phone"],
  [/Windows/, "Windows computer"],
  [/Mac OS X/, "Mac"],
  [/Linux/, "Linux computer"],
];
