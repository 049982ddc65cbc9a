/** A vector as it is stored: the sign of each number as a text of 0 and 1, and each number in a byte. */
export interface VectorCode {
  signs: string;
  numbers: Buffer;
}

/** Encodes a vector of any length. Only its direction is stored. */
export function encodeVector(vector: readonly number[]): VectorCode {
  const largest = vector.reduce((most, one) => Math.max(most, Math.abs(one)), 0) || 1;
  const numbers = Buffer.alloc(vector.length);
  let signs = "";
  for (const [place, one] of vector.entries()) {
    signs += one > 0 ? "1" : "0";
    numbers.writeInt8(Math.round((one / largest) * 127), place);
  }
  return { signs, numbers };
}

/** The cosine of the angle between two encoded vectors of one width, from -1 to 1. */
export function similarity(one: Buffer, other: Buffer): number {
  let product = 0;
  let ownSquares = 0;
  let otherSquares = 0;
  for (let place = 0; place < one.length; place += 1) {
    const a = one.readInt8(place);
    const b = other.readInt8(place);
    product += a * b;
    ownSquares += a * a;
    otherSquares += b * b;
  }
  return product / (Math.sqrt(ownSquares * otherSquares) || 1);
}
