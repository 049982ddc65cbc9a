import type { Votes } from "@atoll/contract/votes/schemas";
import { describe, expect, test } from "vitest";
import { addNewer, type CachedVotes, displayedVotes } from "./cached-votes.ts";

const fetched: Votes = { count: 3, isMine: false, version: 5 };

describe("the shown votes", () => {
  test("is the newest of the fetched state, votes.changed and votes.own", () => {
    const changed = addNewer({}, { count: 4, version: 6 });
    const own = addNewer(changed, { isMine: true, version: 6 });
    expect(displayedVotes(fetched, own)).toEqual({ count: 4, isMine: true, version: 6 });
    expect(displayedVotes({ count: 9, isMine: false, version: 7 }, own)).toEqual({
      count: 9,
      isMine: false,
      version: 7,
    });
  });

  test("is the same in whatever order events come, and however often", () => {
    const news = [
      { count: 4, version: 6 },
      { count: 5, version: 7 },
      { isMine: true, version: 7 },
      { count: 4, version: 8 },
    ];
    const orders = [news, news.toReversed(), [...news, ...news]];
    const shown = orders.map((order) => displayedVotes(fetched, order.reduce<CachedVotes>(addNewer, {})));
    for (const one of shown) expect(one).toEqual({ count: 4, isMine: true, version: 8 });
  });

  test("includes the viewer's own vote at once, and counts it once after the response", () => {
    expect(displayedVotes(fetched, { wanted: true })).toMatchObject({ count: 4, isMine: true });
    const answered = addNewer({ wanted: true }, { count: 4, isMine: true, version: 6 });
    expect(displayedVotes(fetched, answered)).toMatchObject({ count: 4, isMine: true });
    expect(displayedVotes(fetched, { ...answered, wanted: false })).toMatchObject({
      count: 3,
      isMine: false,
    });
  });
});
