import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { changeAs } from "../access.ts";
import type { RequestViewer } from "../request-viewer.ts";
import { newSecret, secretUri } from "./totp.ts";

/**
 * Starts setting up an authenticator app. The secret takes effect once its first code is entered; starting again
 * replaces it. The caller has confirmed the viewer's identity.
 * @param issuer the name that the app shows with the account.
 * @returns the secret, its address, and that address as an SVG in a data URL.
 * @throws {AppError} `second_factor_on`.
 */
export async function startSecondFactor(
  db: Database,
  viewer: RequestViewer,
  issuer: string,
): Promise<{ secret: string; uri: string; picture: string }> {
  const secret = newSecret();
  const written = await changeAs(db, viewer, (tx) =>
    tx
      .insertInto("second_factors")
      .values({ user_id: viewer.id, secret, confirmed_at: null })
      .onConflict((conflict) =>
        conflict
          .column("user_id")
          .doUpdateSet({ secret, created_at: new Date() })
          .where("second_factors.confirmed_at", "is", null),
      )
      .returning("user_id")
      .executeTakeFirst(),
  );
  if (!written) throw new AppError("second_factor_on");
  const uri = secretUri(secret, issuer, viewer.email);
  return { secret, uri, picture: await drawCode(uri) };
}

async function drawCode(text: string): Promise<string> {
  // Loaded when somebody needs it, not at the start of the server.
  const { default: QRCode } = await import("qrcode");
  const svg = await QRCode.toString(text, { type: "svg", errorCorrectionLevel: "M", margin: 2 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
