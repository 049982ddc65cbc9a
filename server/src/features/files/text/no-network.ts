import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

// Loaded before a reader of files and whatever that loads. The permissions of this Node do not know the network: without
// these, nothing that a file asks for, as a picture of a page elsewhere, can go out or come in, since everything above
// (HTTP, TLS, fetch, WebSocket) comes through here. The bindings below are closed by the permissions.

function refuse(): never {
  throw new Error("a reader of files has no network");
}

net.Socket.prototype.connect = refuse;
net.Server.prototype.listen = refuse;
dgram.Socket.prototype.bind = refuse;
dgram.Socket.prototype.connect = refuse;
dgram.Socket.prototype.send = refuse;
for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(resolver))
    if (/^(lookup|resolve|reverse)/.test(name)) Object.defineProperty(resolver, name, { value: refuse });
syncBuiltinESMExports();
