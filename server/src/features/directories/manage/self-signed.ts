import { createSign, type KeyObject, randomBytes } from "node:crypto";

/** Ten years: providers keep the certificate as a container for the key, and many refuse one that has expired. */
const validYears = 10;

/** Returns a self-signed X.509 certificate for a key pair of RSA, in PEM. */
export function selfSignedCertificate(
  { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject },
  commonName: string,
  now = new Date(),
): string {
  const name = sequence(
    tagged(0x31, sequence(objectId(2, 5, 4, 3), tagged(0x0c, Buffer.from(commonName, "utf8")))),
  );
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + validYears);
  const algorithm = sequence(objectId(1, 2, 840, 113549, 1, 1, 11), tagged(0x05, Buffer.alloc(0)));
  const serial = randomBytes(16);
  // A positive number without a leading zero.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const content = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    algorithm,
    name,
    sequence(instant(now), instant(until)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = createSign("sha256").update(content).sign(privateKey);
  const der = sequence(content, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----"].join("\n");
}

/** One element of DER: a tag, the length, the content. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const bytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts));

function objectId(first: number, second: number, ...rest: number[]): Buffer {
  const bytes = rest.flatMap((part) => {
    const septets = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) septets.unshift((left & 0x7f) | 0x80);
    return septets;
  });
  return tagged(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

/** UTCTime until 2049, as RFC 5280 has it, GeneralizedTime afterwards. */
function instant(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2)))
    : tagged(0x18, Buffer.from(digits));
}
