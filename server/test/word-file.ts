import { crc32, deflateRawSync } from "node:zlib";

/** A Word file of these paragraphs, which need no escaping: the least that Word and what reads its files take for one. */
export function wordFile(paragraphs: readonly string[]): Uint8Array<ArrayBuffer> {
  const of = "http://schemas.openxmlformats.org";
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join("");
  return zip({
    "[Content_Types].xml": `<Types xmlns="${of}/package/2006/content-types"><Default Extension="rels"
      ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml"
      ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${of}/package/2006/relationships"><Relationship Id="r1"
      Type="${of}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<w:document xmlns:w="${of}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });
}

function zip(entries: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    // Version 2.0, deflated.
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([signature(3, 4), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(signature(1, 2), Buffer.from([20, 0]), common, tail, Buffer.from(name));
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = files.length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...files, listed, signature(5, 6), end]));
}

const signature = (first: number, second: number) => Buffer.from([0x50, 0x4b, first, second]);
