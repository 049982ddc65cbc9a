let number = 0;

/** Returns an ID as Trello has them, which begins with a time: seconds after the first of May 2024. */
export function trelloId(seconds = 0): string {
  number += 1;
  return (1714550400 + seconds).toString(16) + number.toString(16).padStart(16, "0");
}

/** A board with two members, one person who has left, and a few lists. */
export function trelloBoard(name = "Harbour") {
  const id = trelloId();
  const [ana, bea, olga] = [trelloId(), trelloId(), trelloId()];
  const people = {
    ana: { id: ana, fullName: "Ana Alvarez", username: "anaalvarez" },
    bea: { id: bea, fullName: "Bea Braun", username: "bea_b" },
    olga: { id: olga, fullName: "Old Olga", username: "olga" },
  };
  const lists = { todo: trelloId(), doing: trelloId(), done: trelloId(), old: trelloId() };
  const cards: object[] = [];
  const actions: object[] = [];
  const checklists: object[] = [];
  const board = {
    ...{ id, name, desc: "", closed: false, idMemberCreator: ana, prefs: { permissionLevel: "private" } },
    actions,
    cards,
    labels: [],
    lists: [
      { id: lists.todo, name: "Ideas", closed: false },
      { id: lists.doing, name: "Doing now", closed: false },
      { id: lists.done, name: "Done", closed: false },
      { id: lists.old, name: "Last year", closed: true },
    ],
    members: [people.ana, people.bea],
    memberships: [
      { idMember: ana, memberType: "admin", deactivated: false },
      { idMember: bea, memberType: "normal", deactivated: false },
    ],
    checklists,
    customFields: [] as object[],
  };
  return {
    board,
    people,
    lists,
    /** Adds a card, and the action that says who has created it. */
    card(title: string, more: Record<string, unknown> = {}, by = people.ana) {
      const card = trelloId(cards.length);
      cards.push({
        ...{ id: card, name: title, desc: "", closed: false, idList: lists.todo, idMembers: [], labels: [] },
        ...{ due: null, dateLastActivity: "2024-05-03T10:00:00.000Z", attachments: [], ...more },
      });
      actions.push(action("createCard", by, { card: { id: card } }));
      return card;
    },
    comment(card: string, text: string, by = people.ana, date = "2024-05-02T09:30:00.000Z") {
      actions.push(action("commentCard", by, { card: { id: card }, text }, date));
    },
    checklist(idCard: string, title: string, items: object[]) {
      checklists.push({ id: trelloId(), idCard, name: title, checkItems: items });
    },
    json: () => JSON.stringify(board),
  };
}

const action = (type: string, by: { id: string }, data: object, date = "2024-05-01T08:00:00.000Z") => ({
  ...{ id: trelloId(), type, date, idMemberCreator: by.id, memberCreator: by, data },
});
