/** 32 characters, so that each is equally likely for a random byte, and none looks like another. */
const letters = "abcdefghijkmnpqrstuvwxyz23456789";

/** A password of 16 letters and digits, 80 bits, in groups that can be read out: "k7fm-3hqa-x9tw-pd2c". */
export function generatePassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = Array.from(bytes, (byte) => letters[byte % letters.length]).join("");
  return text.match(/.{4}/g)?.join("-") ?? text;
}
