import * as Y from "yjs";
import { rootName } from "../../src/features/documents/text/shared-text.ts";

/** An update whose insertions all pass each other on the way to their places: no editor writes such a one. */
export function quadraticUpdate(insertions: number): Uint8Array {
  const client = 77;
  const id = (clock: number) => Y.createID(client, clock);
  const encoder = new Y.UpdateEncoderV1();
  // Writes any number as the format wants it.
  const writeNumber = (value: number) => encoder.writeClient(value);
  const places = new Y.ContentString("x".repeat(insertions + 1));
  for (const value of [1, insertions + 1, client, 0]) writeNumber(value);
  // The decoder turns the name of a root into the root.
  new Y.Item(id(0), null, null, null, null, rootName as never, null, places).write(encoder, 0);
  for (let index = 1; index <= insertions; index += 1) {
    const content = new Y.ContentString("y");
    new Y.Item(id(insertions + index), null, id(0), null, id(index), null, null, content).write(encoder, 0);
  }
  writeNumber(0);
  return encoder.toUint8Array();
}
