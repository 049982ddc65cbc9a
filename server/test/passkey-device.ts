import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { NewPasskey, PasskeyProof } from "@atoll/contract/identity/passkey-schemas";

/** The data that a device signs. Tests give wrong ones on purpose. */
interface Signing {
  challenge: string;
  /** The page's origin as the browser reports it. */
  origin?: string;
  /** The name of the site that the page asked for. */
  site?: string;
  /** Whether the device made sure of its owner. */
  isVerified?: boolean;
  /** How often it says it was used. */
  count?: number;
}

/** A device with one passkey, as WebAuthn describes it: an ES256 key and a counter. */
export function createPasskeyDevice() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // A COSE key: type EC2, ES256, curve P-256.
  const coseKey = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);

  return {
    id: id.toString("base64url"),
    /** Makes its passkey for a site. */
    make(signing: Signing): NewPasskey {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = Buffer.concat([authenticatorData(signing, 0x40), Buffer.alloc(16), length, id, coseKey]);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(data.length);
      const attestationObject = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
        Buffer.from([0x59]),
        size,
        data,
      ]);
      return {
        id: id.toString("base64url"),
        response: {
          clientDataJSON: clientData("webauthn.create", signing).toString("base64url"),
          attestationObject: attestationObject.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    /** Signs in with it. */
    sign(signing: Signing): PasskeyProof {
      const client = clientData("webauthn.get", signing);
      const data = authenticatorData(signing, 0);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return {
        id: id.toString("base64url"),
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", signed, privateKey).toString("base64url"),
        },
      };
    },
  };
}

function clientData(type: string, { challenge, origin = "http://localhost:3000" }: Signing): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(
  { site = "localhost", isVerified = true, count = 0 }: Signing,
  extra: number,
): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  const flags = 0x01 | (isVerified ? 0x04 : 0) | extra;
  return Buffer.concat([createHash("sha256").update(site).digest(), Buffer.from([flags]), counter]);
}
