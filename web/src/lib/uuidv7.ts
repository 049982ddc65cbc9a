/**
 * A new identifier: the milliseconds since 1970 in 48 bits, then 74 bits of chance (RFC 9562, version 7), so
 * that rows made one after the other lie side by side in their index. Two of the same millisecond have no order.
 * Unlike `crypto.randomUUID` it is there without https, too.
 */
export function uuidv7(): string {
  const chance = crypto.getRandomValues(new Uint8Array(11));
  const hex = (from: number, to: number) =>
    Array.from(chance.subarray(from, to), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const time = Date.now().toString(16).padStart(12, "0");
  const version = `7${hex(0, 2).slice(1)}`;
  const variant = "89ab".charAt((chance[2] ?? 0) & 3) + hex(3, 5).slice(1);
  return [time.slice(0, 8), time.slice(8), version, variant, hex(5, 11)].join("-");
}
