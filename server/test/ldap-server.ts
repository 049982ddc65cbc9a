import { createServer, type Server, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import {
  Attribute,
  BerReader,
  BerWriter,
  BindRequest,
  ExtendedRequest,
  type Filter,
  type Message,
  PagedResultsControl,
  ProtocolOperation,
  SearchRequest,
} from "ldapts";

/** An entry of a directory: its name, and its attributes with all their values. */
export interface LdapEntry {
  dn: string;
  password?: string;
  attributes: Record<string, string | Buffer | readonly (string | Buffer)[]>;
}

/** A small directory over the network that a test fills: binding, searching in pages, StartTLS. */
export interface LdapTestServer {
  url: string;
  entries: LdapEntry[];
  /** The filters of the searches so far. */
  searches: string[];
  /** The names and passwords that were tried. */
  binds: { dn: string; password: string; isSecure: boolean }[];
  /** Cuts the connection in the middle of a search, after so many pages. */
  cutAfterPages: number | undefined;
  close(): Promise<void>;
}

interface Options {
  tls?: { key: string; cert: string };
}

const [success, protocolError, noSuchObject, invalidCredentials] = [0, 2, 32, 49];
const startTlsOid = "1.3.6.1.4.1.1466.20037";

export async function startLdapServer(
  entries: LdapEntry[] = [],
  { tls }: Options = {},
): Promise<LdapTestServer> {
  const sockets = new Set<Socket>();
  const directory: LdapTestServer = {
    ...{ url: "", entries, searches: [], binds: [], cutAfterPages: undefined },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    serve(socket, false);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  directory.url = `ldap://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return directory;

  function serve(socket: Socket, isSecure: boolean): void {
    let buffer = Buffer.alloc(0);
    let pages = 0;
    const read = (data: Buffer) => {
      buffer = Buffer.concat([buffer, data]);
      for (let message = takeMessage(); message; message = takeMessage()) {
        const { reader, messageId, operation } = message;
        if (operation === ProtocolOperation.LDAP_REQ_BIND)
          bind(parse(new BindRequest({ messageId }), reader));
        else if (operation === ProtocolOperation.LDAP_REQ_SEARCH) {
          const request = new SearchRequest({ messageId } as ConstructorParameters<typeof SearchRequest>[0]);
          search(parse(request, reader));
        } else if (operation === ProtocolOperation.LDAP_REQ_EXTENSION)
          extend(parse(new ExtendedRequest({ messageId }), reader));
        else socket.end();
      }
    };
    socket.on("data", read);

    function takeMessage() {
      const reader = new BerReader(buffer);
      if (buffer.length < 2 || reader.readSequence() === null || reader.remain < reader.length)
        return undefined;
      const end = reader.offset + reader.length;
      const whole = new BerReader(buffer.subarray(0, end));
      buffer = buffer.subarray(end);
      whole.readSequence();
      return { reader: whole, messageId: whole.readInt() ?? 0, operation: whole.readSequence() };
    }

    function bind({ messageId, dn, password }: BindRequest): void {
      directory.binds.push({ dn, password, isSecure });
      const entry = directory.entries.find((one) => one.dn.toLowerCase() === dn.toLowerCase());
      // As the standard has it, and why clients must not ask: a name without a password is nobody.
      const isRight = dn === "" || password === "" || entry?.password === password;
      socket.write(
        answer(messageId, ProtocolOperation.LDAP_RES_BIND, isRight ? success : invalidCredentials),
      );
    }

    function search({ messageId, baseDN, filter, sizeLimit, controls = [] }: SearchRequest): void {
      directory.searches.push(filter.toString());
      const base = baseDN.toLowerCase();
      const below = directory.entries.filter(({ dn }) => dn.toLowerCase().endsWith(base));
      if (below.length === 0) {
        socket.write(answer(messageId, ProtocolOperation.LDAP_RES_SEARCH, noSuchObject));
        return;
      }
      const found = below.filter((entry) => holds(filter, entry));
      const paging = controls.find((control) => control instanceof PagedResultsControl);
      const start = Number(paging?.value?.cookie?.toString() || 0);
      const end = Math.min(
        found.length,
        start + (paging?.value?.size ?? found.length),
        start + (sizeLimit || Infinity),
      );
      if (directory.cutAfterPages !== undefined && pages >= directory.cutAfterPages) {
        socket.destroy();
        return;
      }
      pages += 1;
      for (const entry of found.slice(start, end)) socket.write(present(messageId, entry));
      const cookie = Buffer.from(end < found.length ? String(end) : "");
      const control = paging && new PagedResultsControl({ value: { size: 0, cookie } });
      socket.write(answer(messageId, ProtocolOperation.LDAP_RES_SEARCH, success, control));
    }

    function extend({ messageId, oid }: ExtendedRequest): void {
      if (oid !== startTlsOid || !tls) {
        socket.write(answer(messageId, ProtocolOperation.LDAP_RES_EXTENSION, protocolError));
        return;
      }
      socket.removeListener("data", read);
      socket.write(answer(messageId, ProtocolOperation.LDAP_RES_EXTENSION, success));
      const secure = new TLSSocket(socket, { isServer: true, ...tls });
      secure.on("error", () => socket.destroy());
      serve(secure, true);
    }
  }
}

function parse<M extends Message>(message: M, reader: BerReader): M {
  message.parse(reader, []);
  return message;
}

function present(messageId: number, { dn, attributes }: LdapEntry): Buffer {
  return message(messageId, ProtocolOperation.LDAP_RES_SEARCH_ENTRY, (writer) => {
    writer.writeString(dn);
    writer.startSequence();
    for (const [type, value] of Object.entries(attributes))
      new Attribute({ type, values: (Array.isArray(value) ? value : [value]) as string[] }).write(writer);
    writer.endSequence();
  });
}

function answer(messageId: number, operation: number, status: number, control?: PagedResultsControl): Buffer {
  return message(
    messageId,
    operation,
    (writer) => {
      writer.writeEnumeration(status);
      writer.writeString("");
      writer.writeString("");
    },
    control,
  );
}

/** The package writes what clients say. */
function message(
  messageId: number,
  operation: number,
  write: (writer: BerWriter) => void,
  control?: PagedResultsControl,
): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(messageId);
  writer.startSequence(operation);
  write(writer);
  writer.endSequence();
  if (control) {
    writer.startSequence(ProtocolOperation.LDAP_CONTROLS);
    control.write(writer);
    writer.endSequence();
  }
  writer.endSequence();
  return writer.buffer;
}

/** The package compares one value of an attribute; directories have several. */
function holds(filter: Filter, { attributes }: LdapEntry): boolean {
  const parts = "filters" in filter ? (filter.filters as Filter[]) : undefined;
  const sign = filter.toString()[1];
  if (parts && sign === "&") return parts.every((part) => holds(part, { dn: "", attributes }));
  if (parts && sign === "|") return parts.some((part) => holds(part, { dn: "", attributes }));
  const name = "attribute" in filter ? String(filter.attribute).toLowerCase() : "";
  const values = Object.entries(attributes).find(([key]) => key.toLowerCase() === name)?.[1] ?? [];
  const list = (Array.isArray(values) ? values : [values]).map(String);
  return list.some((value) => filter.matches({ [name]: value }));
}
