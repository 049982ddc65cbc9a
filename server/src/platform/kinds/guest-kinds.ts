import type { GuestThingKind } from "@atoll/contract/guest-access/things";
import type { RawBuilder } from "kysely";

/** A kind of thing that guests are invited to, one by one. The slice that owns the things decides who may edit them. */
export interface GuestKind<Viewer, Tx, Context> {
  kind: GuestThingKind;
  /** Returns what a colleague may do with a thing. Undefined if they may not read it. */
  judge(
    db: Tx,
    viewer: Viewer,
    subjectId: string,
  ): Promise<{ mayEdit: boolean; seesGuests: boolean } | undefined>;
  /** Locks the thing until the transaction ends, against all that its guests write. */
  lock(tx: Tx, subjectId: string): Promise<unknown>;
  /** SQL: the viewer, who is a guest, may read the thing with this ID now. */
  isReadable(viewer: Viewer, subjectId: RawBuilder<string>): RawBuilder<boolean>;
  /** Called when guests begin or end to see the thing, before the commit: what colleagues see of it changes. */
  touch(tx: Tx, subjectId: string): Promise<unknown>;
  /** Takes from a guest what they had to do with the thing, before the commit. */
  release?(tx: Tx, subjectId: string, guestId: string, actorId: string): Promise<unknown>;
  /** Sends the thing to the screens of colleagues, after the commit. */
  broadcast(context: Context, subjectId: string): Promise<unknown>;
  /** The same on this node alone, where every node hears from the database that a guest is a colleague now. */
  broadcastHere?(context: Context, subjectId: string): Promise<unknown>;
}
